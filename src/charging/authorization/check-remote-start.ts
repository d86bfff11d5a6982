import type { Clock } from '#base/clock.ts';
import type { SigecError } from '#base/errors.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { problemOf } from '../problem.ts';
import { evidenceOf } from './evidence.ts';
import type { Decisions } from './open-decisions.ts';
import { refusalSentence } from './refusal-words.ts';
import { noToken } from './reveal.ts';

export type RemoteStart = {
  stationId: string;
  /** One of both. */
  token?: string | undefined;
  tokenId?: string | undefined;
  evseId?: number | undefined;
  actor: Actor;
};

type Needs = { ledger: Ledger; clock: Clock; decisions: Decisions };

/** C05: nobody is started from afar who could not start at the station. Throws NOT_FOUND or NOT_ALLOWED; the refusal is kept. */
export async function checkRemoteStart(
  { ledger, clock, decisions }: Needs,
  { stationId, token: value = '', tokenId: given, evseId, actor }: RemoteStart,
): Promise<void> {
  const now = clock.now();
  const tokenId = given ?? decisions.idOf({ token: value });
  const { verdict, token } = await decisions.judge({
    tokenId,
    presentedType: null,
    purpose: 'start',
    stationId,
    sessionRef: null,
    at: now,
    isLate: false,
  });
  if (token === undefined) throw given === undefined ? notEntered() : noToken(given);
  const { status, reason, facts } = verdict;
  if (reason === null) return;
  const purpose = 'start';
  const by = { driverId: token.driver?.id, facts: { ...facts, askedBy: actorName(actor) } };
  await ledger.commit(
    evidenceOf({ stationId, token: '', evseId, purpose, at: now }, { status, reason, tokenId, purpose, ...by }, now),
  );
  const sentence = sentenceOf('start-refused', { stationId, why: refusalSentence(reason, facts) });
  throw problemOf('NOT_ALLOWED', sentence, { reason, tokenId, ...facts });
}

function notEntered(): SigecError {
  return problemOf('NOT_FOUND', sentenceOf('start-token-unknown'));
}
