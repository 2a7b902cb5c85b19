"""Being the same guest on another device."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from oddboard.server import identities
from oddboard.server.guests import Guest
from oddboard.server.house import house_of, needed_guest
from oddboard.server.invitations import base_of
from oddboard.server.models import Credential, Keys, Me, Phrase
from oddboard.server.routes import ERRORS
from oddboard.server.routes.me import card_of, give_cookie

router = APIRouter(prefix="/api", tags=["guests"], responses=ERRORS)
Known = Annotated[Guest, Depends(needed_guest)]


def spend(request: Request) -> None:
    """Who tries to be somebody is slowed down, whatever cookie he has."""
    house = house_of(request)
    house.limits.spend(None, house.limits.address_of(request), "guest")


def welcomed(request: Request, response: Response, guest: Guest, cookie: str) -> Me:
    """A guest who has signed in on this device."""
    give_cookie(request, response, cookie)
    return Me(guest=card_of(guest))


@router.get("/me/keys", operation_id="keys")
async def keys(request: Request, guest: Known) -> Keys:
    """What I can be known by on another device."""
    return Keys(**await identities.kept(house_of(request), guest))


@router.post("/me/phrase", operation_id="makePhrase")
async def make_phrase(request: Request, guest: Known) -> Phrase:
    """A recovery phrase, in place of an earlier one; it is shown this once."""
    return Phrase(phrase=await identities.make_phrase(house_of(request), guest))


@router.post("/sign-in/phrase", operation_id="signInByPhrase")
async def sign_in_by_phrase(request: Request, response: Response, wanted: Phrase) -> Me:
    """Be the guest whose phrase it is."""
    spend(request)
    return welcomed(request, response, *await identities.by_phrase(house_of(request), wanted.phrase))


@router.post("/me/passkey/options", operation_id="passkeyToMake")
async def passkey_to_make(request: Request, guest: Known) -> dict[str, Any]:
    """What a browser needs to make a passkey."""
    return await identities.passkey_to_make(house_of(request), guest, base_of(request))


@router.post("/me/passkey", operation_id="keepPasskey")
async def keep_passkey(request: Request, wanted: Credential, guest: Known) -> Keys:
    """Keep a passkey that was made."""
    house = house_of(request)
    await identities.keep_passkey(house, guest, wanted.credential, base_of(request))
    return Keys(**await identities.kept(house, guest))


@router.post("/sign-in/passkey/options", operation_id="passkeyToAsk")
async def passkey_to_ask(request: Request) -> dict[str, Any]:
    """What a browser needs to sign in with a passkey."""
    spend(request)
    return await identities.passkey_to_ask(house_of(request), base_of(request))


@router.post("/sign-in/passkey", operation_id="signInByPasskey")
async def sign_in_by_passkey(request: Request, response: Response, wanted: Credential) -> Me:
    """Be the guest whose passkey it is."""
    spend(request)
    found = await identities.by_passkey(house_of(request), wanted.credential, base_of(request))
    return welcomed(request, response, *found)
