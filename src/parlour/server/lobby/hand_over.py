"""Codes of four words with which another device continues as a person whose own device has failed."""

from __future__ import annotations

import hashlib
import re
import secrets

import msgspec

from parlour.i18n.catalogue import ENGLISH

LIFETIME_MS = 10 * 60 * 1000
WORDS_PER_CODE = 4

# fmt: off
WORDS = {
    ENGLISH: (
        "acorn", "anchor", "apple", "arrow", "autumn", "badge", "bamboo", "banana", "basket", "beach", "beacon",
        "beaver", "bench", "bicycle", "bottle", "bridge", "bucket", "button", "cabin", "cactus", "camel", "candle",
        "carpet", "carrot", "castle", "cherry", "circle", "cloud", "clover", "coconut", "coffee", "comet", "copper",
        "coral", "cotton", "crayon", "cricket", "crystal", "desert", "diamond", "dolphin", "donkey", "dragon",
        "eagle", "elbow", "engine", "falcon", "feather", "fiddle", "finger", "forest", "fountain", "garden",
        "garlic", "giraffe", "guitar", "hammer", "harbour", "helmet", "honey", "icicle", "island", "jacket",
        "jungle", "kettle", "kitten", "ladder", "lantern", "lemon", "lizard", "magnet", "mango", "maple", "marble",
        "meadow", "melon", "mirror", "monkey", "mountain", "muffin", "needle", "ocean", "olive", "orange", "otter",
        "paddle", "parrot", "peanut", "pebble", "pencil", "pepper", "piano", "pillow", "planet", "pocket", "pumpkin",
        "puzzle", "rabbit", "rainbow", "river", "rocket", "saddle", "sailor", "sandal", "shadow", "silver", "spider",
        "spoon", "squirrel", "summer", "sunset", "table", "teapot", "thunder", "ticket", "tiger", "tomato", "trumpet",
        "tunnel", "turtle", "umbrella", "valley", "violin", "walnut", "whistle", "window", "winter", "zebra",
    ),
    "de": (
        "abend", "adler", "ampel", "anker", "apfel", "banane", "becher", "berg", "besen", "biber", "biene", "birne",
        "blume", "boot", "brille", "brot", "dach", "dattel", "decke", "donner", "drachen", "ebbe", "efeu", "eiche",
        "eimer", "elster", "ente", "erbse", "esel", "eule", "faden", "fahne", "falke", "feder", "feige", "fenster",
        "ferien", "feuer", "finger", "fisch", "flasche", "garten", "geige", "giraffe", "gitarre", "glocke", "gras",
        "gurke", "hafen", "hammer", "hase", "haube", "hecke", "helm", "herbst", "himmel", "honig", "igel", "insel",
        "jacke", "kabel", "kaffee", "kamel", "kanne", "karte", "kerze", "kiesel", "kirsche", "klavier", "koffer",
        "komet", "krone", "kugel", "lampe", "laterne", "leiter", "linde", "luchs", "magnet", "mantel", "meise",
        "melone", "messer", "mond", "morgen", "muschel", "nadel", "nebel", "nuss", "ofen", "olive", "orange",
        "otter", "palme", "papier", "pfanne", "pinsel", "pirat", "planet", "quelle", "rabe", "rakete", "regen",
        "ring", "robbe", "rose", "sattel", "schere", "segel", "seife", "sommer", "sonne", "spiegel", "stern",
        "stiefel", "tasse", "teller", "tiger", "tinte", "tomate", "trommel", "tulpe", "turm", "vogel", "wagen",
        "wald", "welle", "wolke",
    ),
}
# fmt: on
"""Words by language: short, easy to spell, without special letters."""


class HandOver(msgspec.Struct, frozen=True):
    """A code that has not been used; `hash` identifies it."""

    hash: str
    person: str
    expires: int


def new_code(person: str, language: str, now: int) -> tuple[str, HandOver]:
    """Return four words, and the hand-over that they identify."""
    words = WORDS.get(language, WORDS[ENGLISH])
    code = " ".join(secrets.choice(words) for _ in range(WORDS_PER_CODE))
    return code, HandOver(hash_of(code), person, now + LIFETIME_MS)


def hash_of(code: str) -> str:
    """Return the hash of a code as it was typed.

    >>> hash_of("apple  RIVER, moon-cloud") == hash_of("apple river moon cloud")
    True
    """
    return hashlib.sha256(" ".join(re.findall(r"\w+", code.casefold())).encode()).hexdigest()
