/** Passkeys, where the browser and the address allow them: a name, not a number, and a safe connection. */

import { ask } from '../server';
import type { Keys, Me } from '../api';

/** What browsers that know passkeys as JSON have; the page's own types do not know it yet. */
interface Reader {
  parseCreationOptionsFromJSON(options: unknown): CredentialCreationOptions['publicKey'];
  parseRequestOptionsFromJSON(options: unknown): CredentialRequestOptions['publicKey'];
}
const reader = (): Reader | null => {
  const found = (globalThis as { PublicKeyCredential?: Partial<Reader> }).PublicKeyCredential;
  return found?.parseCreationOptionsFromJSON && found.parseRequestOptionsFromJSON ? (found as Reader) : null;
};

export const canUsePasskeys = (): boolean =>
  isSecureContext && reader() !== null && !/^[\d.]+$|:/.test(location.hostname);

const written = (credential: Credential | null): unknown => {
  if (!credential) throw new Error('cancelled');
  return (credential as unknown as { toJSON(): unknown }).toJSON();
};

export async function makePasskey(): Promise<Keys> {
  const options = await ask<unknown>('POST', '/me/passkey/options', {});
  const made = await navigator.credentials.create({ publicKey: reader()!.parseCreationOptionsFromJSON(options) });
  return ask<Keys>('POST', '/me/passkey', { credential: written(made) });
}

export async function signInWithPasskey(): Promise<Me> {
  const options = await ask<unknown>('POST', '/sign-in/passkey/options', {});
  const found = await navigator.credentials.get({ publicKey: reader()!.parseRequestOptionsFromJSON(options) });
  return ask<Me>('POST', '/sign-in/passkey', { credential: written(found) });
}
