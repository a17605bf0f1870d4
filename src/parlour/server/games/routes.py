"""Routes of games, their options and rules."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from parlour.errors import NotFound
from parlour.games import game as find_game
from parlour.games import games
from parlour.i18n.catalogue import ENGLISH
from parlour.server.games.messages import GameSummaryView, GameView, OptionsRequest, RulesView, VariantView
from parlour.server.games.views import game_info, game_summary, rules_text, table_info
from parlour.server.localizer import ReaderLanguage


@get("/games", sync_to_thread=False, scope="read")
def list_games(reader_language: ReaderLanguage) -> list[GameSummaryView]:
    """List all games."""
    return [game_summary(game, reader_language) for game in games()]


@get("/games/{key:str}", sync_to_thread=False, scope="read")
def show_game(key: FromPath[str], reader_language: ReaderLanguage) -> GameView:
    """Return a game."""
    return game_info(find_game(key), reader_language)


@get("/games/{key:str}/rules", sync_to_thread=False, scope="read")
def show_rules(key: FromPath[str], reader_language: ReaderLanguage) -> RulesView:
    """Return the rules of a game; in English if they are not translated."""
    game = find_game(key)
    for language in (reader_language, ENGLISH):
        try:
            return rules_text(game, language)
        except NotFound:
            continue
    return RulesView(ENGLISH, game.description)


@post("/games/{key:str}/check", status_code=200, sync_to_thread=False, scope="read")
def check_options(key: FromPath[str], data: JSONBody[OptionsRequest], reader_language: ReaderLanguage) -> VariantView:
    """Validate options and return the game with them."""
    game = find_game(key)
    return table_info(game, game.check(data.options, data.preset), reader_language)


HANDLERS = [list_games, show_game, show_rules, check_options]
