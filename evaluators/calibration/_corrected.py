"""What people would have given on the whole, where they have graded a part and a judge all."""

from __future__ import annotations

from collections.abc import Sequence

from evaluators.statistics import Estimate


def corrected_mean(
    judged_only: Sequence[float], both: Sequence[tuple[float, float]], clusters: Sequence[str]
) -> Estimate:
    """The mean that people would have given, by all grades of a judge and some of people.

    The mean of people where they have graded, plus w times by how much the judge's mean over all
    samples differs from its mean over those: prediction-powered inference (Angelopoulos, Bates,
    Fannjiang, Jordan and Zrnic 2023, Science 382), with the weight w between 0 and 1 that makes the
    variance least, clusters being what is independent (power tuning: Angelopoulos, Duchi and Zrnic
    2023, PPI++, arXiv 2311.01453). At w = 1 it is the judge's mean over all plus the mean of person
    less judge; at w = 0 the mean of people alone. So a judge that is no use does no harm, and one
    that is always too kind moves nothing. It needs people's part to be drawn by chance.

    The interval is that of the boards: clusters are drawn with replacement, 2,000 times, and all
    means and w are taken anew; bias-corrected and accelerated.

    Args:
        judged_only: The judge's grades of samples that people have not graded.
        both: The judge's and the people's grade of each of the others.
        clusters: The cluster of each sample: first those of the judge alone, then the others.

    Returns:
        The mean with its interval; n is the number of samples that people have graded, and the
        clusters are theirs. Without any there is no mean.

    Raises:
        ValueError: there are not as many clusters as samples.
    """
    if len(clusters) != len(judged_only) + len(both):
        raise ValueError(f"{len(clusters)} clusters of {len(judged_only) + len(both)} samples")
    graded = len(set(clusters[len(judged_only) :]))
    if not both:
        return Estimate(None, None, None, 0, 0)

    from evaluators.calibration._power import tuned  # numpy is slow to import

    mean, ends = tuned(judged_only, both, clusters)
    if ends is None or graded < 2:
        return Estimate(mean, None, None, len(both), graded)
    return Estimate(mean, min(ends[0], mean), max(ends[1], mean), len(both), graded)
