/**
 * What there is to see and to touch, by short names. It is declared once, in `core/scene.py` and `core/views.py`; the
 * types come from the server's own description of that (`schema.d.ts`, made by `make types`).
 */

import type { components } from './schema';

type Schemas = components['schemas'];

export type Place = Schemas['Place'];
export type Ground = Schemas['Ground'];
export type Piece = Schemas['Piece'];
export type Item = Schemas['Item'];
export type SeatLine = Schemas['SeatLine'];
export type Scene = Schemas['Scene'];
export type Threat = Schemas['Threat'];
export type Preview = Schemas['Preview'];
export type Choice = Schemas['Choice'];
export type Shortcut = Schemas['Shortcut'];
export type Moment = Schemas['Moment'];

export type Point = Place['at'];
export type Decision = Choice['decision'];
export type Look = NonNullable<Piece['look']>; // each board gives it a type of its own
export type Count = NonNullable<SeatLine['counts']>[number];
