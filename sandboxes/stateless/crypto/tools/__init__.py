"""The tools of Crypto, by what they are about."""
