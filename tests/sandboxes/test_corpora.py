"""The texts that worlds are made of: large enough, distinct, and fit for their places."""

from __future__ import annotations

import re

import pytest

from sandboxes.apps.light_shop.corpus_reader import goods_by_name, shop_corpus
from sandboxes.apps.light_talk.corpus_reader import talk_corpus

CATEGORIES = {
    "books",
    "electronics",
    "fashion",
    "fruit",
    "home_appliances",
    "sports_equipment",
    "vegetable",
}


def test_there_are_enough_names() -> None:
    corpus = talk_corpus()
    first = [name for names in corpus.first_names.values() for name in names]
    assert len(set(corpus.surnames)) == len(corpus.surnames) >= 200
    assert len(set(first)) == len(first) >= 400
    assert all(re.fullmatch("[A-Z][a-z]+", name) for name in (*first, *corpus.surnames))


def test_there_are_enough_posts_with_two_comments_each() -> None:
    posts = talk_corpus().posts
    assert len({text for text, _ in posts}) == len(posts) >= 200
    assert {len(comments) for _, comments in posts} == {2}
    comments = [comment for _, pair in posts for comment in pair]
    assert len(set(comments)) == len(comments)


def test_small_talk_ends_with_the_other_and_is_never_repeated() -> None:
    chats = talk_corpus().small_talk
    assert len(chats) >= 100
    assert {chat[-1][0] for chat in chats} == {"them"}
    texts = [text for chat in chats for _, text in chat]
    assert len(set(texts)) == len(texts)


def test_there_are_enough_injections_and_places() -> None:
    assert len(set(talk_corpus().injections)) >= 15
    assert len(set(talk_corpus().places)) == 35


def test_there_are_seven_categories() -> None:
    assert set(shop_corpus()) == CATEGORIES


@pytest.mark.parametrize("category", sorted(CATEGORIES))
def test_a_category_has_enough_shops_and_goods(category: str) -> None:
    found = shop_corpus()[category]
    assert len(set(found.shops)) == len(found.shops) >= 25
    assert len({good.name for good in found.goods}) == len(found.goods) >= 90
    assert len({good.description for good in found.goods}) == len(found.goods)
    assert all(good.cents > 0 for good in found.goods)


def test_no_two_shops_or_goods_share_a_name() -> None:
    shops = [name for category in shop_corpus().values() for name in category.shops]
    assert len(set(shops)) == len(shops)
    assert len(goods_by_name()) == sum(len(c.goods) for c in shop_corpus().values())


def test_goods_sold_by_weight_say_so_in_their_names() -> None:
    for category in ("fruit", "vegetable"):
        for good in shop_corpus()[category].goods:
            assert good.name.endswith(f"({good.unit})")
