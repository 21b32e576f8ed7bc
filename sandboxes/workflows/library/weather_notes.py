"""Weather looked up in several places and told to people."""

from __future__ import annotations

from evaluators import Exact
from sandboxes._streams import Stream
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.tasks.kit.general import ordinals, some_of
from sandboxes.tasks.kit.talk import MESSAGES, others
from sandboxes.workflows._template import Planner, Query, workflow


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "{first} is in {here} tomorrow and {second} in {there}. Please write to each of them on "
        "LightTalk what temperature it is at the moment where they will be, in degrees Fahrenheit, "
        'in this form: "{here}: 61.5 °F right now".',
        "Tell {first} the current temperature of {here}, and {second} that of {there}: a LightTalk "
        "message to each, converted to degrees Fahrenheit and written like this: "
        '"{there}: 61.5 °F right now".',
    ),
    answer="Both have been told the temperature where they will be.",
)
def tell_two_travellers(plan: Planner, draw: Stream) -> Query:
    """Two temperatures, each converted and sent to another person."""
    first, second = some_of(draw, others(plan.world), 2, "open contacts")
    here, there = draw.sample(sorted(cities()), 2)
    sent = []
    for friend, city in ((first, here), (second, there)):
        uid = plan.call("get_uid_from_name", f"Find the contact {friend.name}", name=friend.name)
        now = plan.call("get_current_weather", f"Look up the weather in {city}", location=city)
        warmth = plan.call(
            "convert_temperature",
            "Convert the temperature to degrees Fahrenheit",
            value=now["temperature"],
            from_unit="celsius",
            to_unit="fahrenheit",
        )
        text = f"{city}: {warmth['value']} °F right now"
        plan.call("send_message", f"Tell {friend.name}", uid=uid["uid"], content=text)
        sent.append(f"{city}: {warmth.output['value']} °F right now")
    words = {**ordinals([first.name, second.name]), "here": here, "there": there}
    return Query(words, texts=tuple((MESSAGES, Exact(text)) for text in sent))
