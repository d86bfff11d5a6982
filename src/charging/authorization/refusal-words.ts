import type { RefusalReason } from '#contract/access/token.ts';
import { type ProblemValue, type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';

type Facts = Record<string, unknown>;

/** Why a token may not begin a session, and what would have to change, for whoever asked for it. */
export function refusalSentence(reason: RefusalReason, facts: Facts): Sentence {
  return sentences[reason](facts);
}

const told = (value: unknown, otherwise: ProblemValue) => (typeof value === 'string' ? value : otherwise);

const sentences: Record<RefusalReason, (facts: Facts) => Sentence> = {
  'unknown-token': () => sentenceOf('refused-unknown-token'),
  'other-type': ({ known }) => sentenceOf('refused-other-type', { known: told(known, sentenceOf('another-kind')) }),
  blocked: () => sentenceOf('refused-blocked'),
  'not-yet-valid': ({ validFrom }) =>
    sentenceOf('refused-not-yet-valid', { validFrom: told(validFrom, sentenceOf('a-later-time')) }),
  expired: ({ expiresAt }) =>
    sentenceOf('refused-expired', { expiresAt: told(expiresAt, sentenceOf('an-earlier-time')) }),
  'driver-blocked': ({ driverId }) => sentenceOf('refused-driver-blocked', { driverId: told(driverId, '') }),
  'group-blocked': ({ groupId }) => sentenceOf('refused-group-blocked', { groupId: told(groupId, '') }),
  'group-not-valid': ({ groupId }) => sentenceOf('refused-group-not-valid', { groupId: told(groupId, '') }),
  'no-credit': ({ credit }) =>
    typeof credit === 'string' ? sentenceOf('refused-no-credit', { credit }) : sentenceOf('refused-credit-used-up'),
  'certificate-invalid': ({ why }) =>
    sentenceOf('refused-certificate-invalid', { why: told(why, sentenceOf('needs-a-new-one')) }),
  'master-pass-begins-nothing': () => sentenceOf('refused-master-pass-begins-nothing'),
  'not-at-this-place': ({ by, siteId }) =>
    sentenceOf(by === 'driver' ? 'refused-driver-not-here' : 'refused-group-not-here', { place: siteOf(siteId) }),
  'not-admitted-here': ({ siteId }) => sentenceOf('refused-not-admitted-here', { place: siteOf(siteId) }),
  'site-closed': ({ siteId, localTime }) =>
    sentenceOf('refused-site-closed', {
      siteId: told(siteId, ''),
      localTime: told(localTime, sentenceOf('past-its-hours')),
    }),
  'already-charging': ({ stationId, sessionId }) =>
    sentenceOf('refused-already-charging', {
      stationId: told(stationId, sentenceOf('another-station')),
      session: typeof sessionId === 'string' ? sentenceOf('that-session', { sessionId }) : sentenceOf('that-one'),
    }),
};

function siteOf(siteId: unknown): Sentence {
  return typeof siteId === 'string' ? sentenceOf('at-site', { siteId }) : sentenceOf('at-no-site');
}
