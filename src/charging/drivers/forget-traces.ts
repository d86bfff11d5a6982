import { setImmediate } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { endClient } from '#database/database.ts';
import { unseal } from '../seal.ts';
import type { SealedToken } from '../authorization/token-store.ts';
import { forgetCustomer } from '../customer-information/forget-customer.ts';
import { openSigned } from '../meter-values/signed-keys.ts';
import type { SealedDriver } from './driver-store.ts';
import { holdsAny, holdsWord } from './holds-any.ts';
import { openIdentity } from './identity.ts';
import type { BoundNeeds } from './open-drivers.ts';
import { type TheirToken, wasTheirs } from './their-tokens.ts';
import {
  dropLooseSigned,
  dropOpenSigned,
  type LooseSigned,
  readLooseSigned,
  readStationsOf,
  replaceInCommands,
  replaceInTexts,
} from './trace-store.ts';
import { forgetting } from './words-to-forget.ts';

type Somebody = { driver: SealedDriver; tokens: readonly SealedToken[]; theirs: readonly TheirToken[] };

/** A token "12" stands in every second text by chance. */
const shortestSought = 4;

/** Takes away what stands elsewhere and names them. Whole tables are looked through, so it has a connection of its own. */
export async function forgetTraces(needs: BoundNeeds, { driver, tokens, theirs }: Somebody): Promise<void> {
  const { installationKey, hashToken } = needs;
  const values = tokens.map(({ id, value, secret }) => unseal(installationKey, secret, { sealed: value, row: id }));
  const identity = openIdentity(installationKey, driver);
  const named = [identity?.name, identity?.email, identity?.phone].filter((text) => typeof text === 'string');
  const words = [...values, ...named].filter((text) => text.length >= shortestSought);
  const tokenIds = theirs.map(({ id }) => id);
  const known = new Map(theirs.map((token) => [token.id, token]));
  const isTheirs = (word: string, at: Date) => {
    const token = known.get(hashToken(word));
    return token !== undefined && wasTheirs(token, at);
  };
  const client = await needs.database.connect({ queryTimeoutMs: 0 });
  try {
    const stationIds = await readStationsOf(client, tokenIds);
    await dropOpenSigned(client, theirs);
    await forgetLooseSigned(client, { installationKey, stationIds }, (text, at) => {
      return holdsAny(text, values) || holdsWord(text, (word) => isTheirs(word, at));
    });
    const isAbout = (text: string) => holdsAny(text, [...values, ...named]);
    const gone = theirs.filter(({ isKept }) => !isKept).map(({ id }) => id);
    await forgetCustomer(client, { installationKey, tokenIds: gone, isAbout });
    const written = [...(await replaceInTexts(client, words)), ...(await replaceInCommands(client, words))];
    await needs.changeFrames({ stationIds: [...new Set([...stationIds, ...written])], replace: forgetting(words) });
  } finally {
    await endClient(client);
  }
}

/** Signed values that came outside any session: nobody knows whose they are but from what they say. */
async function forgetLooseSigned(
  client: ClientBase,
  { installationKey, stationIds }: { installationKey: Buffer; stationIds: readonly string[] },
  isTheirs: (text: string, at: Date) => boolean,
): Promise<void> {
  let looked = 0;
  for await (const messages of readLooseSigned(client, stationIds)) {
    for (const message of messages) {
      if (signedTexts(installationKey, message).some((text) => isTheirs(text, message.at)))
        await dropLooseSigned(client, message);
      looked += 1;
      if (looked % lookedAtOnce === 0) await setImmediate(); // stations are not kept waiting meanwhile
    }
  }
}

/** One takes most of a millisecond: every word of every reading of it is hashed. */
const lookedAtOnce = 10;

function signedTexts(installationKey: Buffer, { stationId, samples, secret }: LooseSigned): string[] {
  return samples.flatMap(({ signed }) => {
    const opened = openSigned(installationKey, signed ?? undefined, { stationId, sessionRef: null, secret });
    return opened === null ? [] : [opened.data];
  });
}
