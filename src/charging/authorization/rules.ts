import type { AuthorizationStatus, RefusalReason, TokenType } from '#contract/access/token.ts';
import type { CheckName } from '#contract/access/token-try.ts';
import type { DecisionFacts } from './decide.ts';
import type { GroupFacts, TokenFacts } from './decision-facts.ts';
import { isOpen, localTimeAt } from './opening-hours.ts';
import { placeRefusal } from './place-rule.ts';
import type { PresentedType, Purpose } from './station-authorization.ts';

type Facts = Record<string, unknown>;

type Outcome =
  | { result: 'passed' | 'does-not-apply'; facts?: Facts }
  | { result: 'refused'; status: Exclude<AuthorizationStatus, 'accepted'>; reason: RefusalReason; facts?: Facts };

type Rule = (facts: DecisionFacts) => Outcome;

const passed = (facts: Facts = {}): Outcome => ({ result: 'passed', facts });
const doesNotApply: Outcome = { result: 'does-not-apply' };

function refused(
  [status, reason]: [Exclude<AuthorizationStatus, 'accepted'>, RefusalReason],
  facts: Facts = {},
): Outcome {
  return { result: 'refused', status, reason, facts };
}

/** In the order in which they are asked. What is wrong with the token comes first, then where it is, then when. */
export const rules: readonly { name: CheckName; ask: Rule }[] = [
  { name: 'known', ask: isKnown },
  { name: 'type', ask: ofToken(isOfItsType) },
  { name: 'token-blocked', ask: ofToken(({ isBlocked }) => (isBlocked ? refused(['blocked', 'blocked']) : passed())) },
  { name: 'token-valid', ask: ofToken(isTokenValid) },
  { name: 'driver-blocked', ask: ofToken(isDriverFree) },
  { name: 'group-blocked', ask: ofGroup(isGroupFree) },
  { name: 'group-valid', ask: ofGroup(isGroupValid) },
  { name: 'credit', ask: at(['authorize', 'start'], ofToken(hasCredit)) },
  { name: 'master-pass', ask: at(['start'], ofGroup(beginsSessions)) },
  { name: 'group-place', ask: at(['authorize', 'start'], ofToken(mayChargeHere)) },
  { name: 'station-admits', ask: at(['authorize', 'start'], isAdmitted) },
  { name: 'opening-hours', ask: at(['authorize', 'start'], isSiteOpen) },
  { name: 'one-at-a-time', ask: at(['start'], isAlone) },
];

function at(purposes: readonly Purpose[], rule: Rule): Rule {
  return (facts) => (purposes.includes(purposeOf(facts)) ? rule(facts) : doesNotApply);
}

/** C16: a master pass begins nothing, so whoever asks about it wants to end a session. */
function purposeOf({ purpose, token }: DecisionFacts): Purpose {
  return purpose === 'authorize' && token?.group?.isMasterPass === true ? 'stop' : purpose;
}

function ofToken(rule: (token: TokenFacts, facts: DecisionFacts) => Outcome): Rule {
  return (facts) => (facts.token === undefined ? doesNotApply : rule(facts.token, facts));
}

function ofGroup(rule: (group: GroupFacts, facts: DecisionFacts) => Outcome): Rule {
  return ofToken(({ group }, facts) => (group === null ? doesNotApply : rule(group, facts)));
}

/** A token that nobody entered may not charge, unless the station itself vouches for it. */
function isKnown({ token, presentedType }: DecisionFacts): Outcome {
  if (presentedType === 'no-authorization') return doesNotApply; // C02.FR.02: a start button
  if (token !== undefined) return passed();
  const isVouchedFor = presentedType === 'local' || presentedType === 'direct-payment'; // C06, C18: the station made it
  return isVouchedFor ? passed({ vouchedBy: 'station' }) : refused(['unknown', 'unknown-token']);
}

function isOfItsType(token: TokenFacts, { presentedType }: DecisionFacts): Outcome {
  if (presentedType === null) return doesNotApply; // OCPP 1.6 does not tell
  const facts = { known: token.type, presented: presentedType };
  return isSameKind(token.type, presentedType) ? passed(facts) : refused(['invalid', 'other-type'], facts);
}

const cards: readonly PresentedType[] = ['iso14443', 'iso15693'];

/** A card's number typed into a keypad is not the card. What reads a card may not tell its two standards apart. */
function isSameKind(known: TokenType, presented: PresentedType): boolean {
  if (presented === known || (cards.includes(known) && cards.includes(presented))) return true;
  return known === 'direct-payment' && presented === 'central'; // as stations before 2.1 are told of a payment
}

type Validity = { validFrom: Date | null; expiresAt: Date | null };

function validityAt({ validFrom, expiresAt }: Validity, moment: Date): 'valid' | 'not-yet' | 'over' {
  if (validFrom !== null && moment < validFrom) return 'not-yet';
  return expiresAt !== null && expiresAt <= moment ? 'over' : 'valid';
}

function validityFacts({ validFrom, expiresAt }: Validity): Facts {
  return {
    ...(validFrom !== null && { validFrom: validFrom.toISOString() }),
    ...(expiresAt !== null && { expiresAt: expiresAt.toISOString() }),
  };
}

function isTokenValid(token: TokenFacts, { at: moment }: DecisionFacts): Outcome {
  const validity = validityAt(token, moment);
  const facts = validityFacts(token);
  if (validity === 'not-yet') return refused(['not-at-this-time', 'not-yet-valid'], facts);
  return validity === 'over' ? refused(['expired', 'expired'], facts) : passed(facts);
}

function isDriverFree({ driver }: TokenFacts): Outcome {
  if (driver === null) return doesNotApply;
  return driver.isBlocked ? refused(['blocked', 'driver-blocked'], { driverId: driver.id }) : passed();
}

function isGroupFree({ id, isBlocked }: GroupFacts): Outcome {
  return isBlocked ? refused(['blocked', 'group-blocked'], { groupId: id }) : passed();
}

function isGroupValid(group: GroupFacts, { at: moment }: DecisionFacts): Outcome {
  const validity = validityAt(group, moment);
  const facts = { groupId: group.id, ...validityFacts(group) };
  if (validity === 'not-yet') return refused(['not-at-this-time', 'group-not-valid'], facts);
  return validity === 'over' ? refused(['expired', 'group-not-valid'], facts) : passed(facts);
}

function hasCredit({ credit }: TokenFacts): Outcome {
  if (credit === null) return doesNotApply;
  return Number(credit) > 0 ? passed({ credit }) : refused(['no-credit', 'no-credit'], { credit });
}

function beginsSessions({ id, isMasterPass }: GroupFacts): Outcome {
  return isMasterPass ? refused(['invalid', 'master-pass-begins-nothing'], { groupId: id }) : doesNotApply;
}

function mayChargeHere({ driver, group }: TokenFacts, { place }: DecisionFacts): Outcome {
  const places = driver?.places ?? group?.places ?? 'everywhere';
  if (places === 'everywhere') return doesNotApply;
  const facts = { ...placeFacts(place), by: driver?.places ? 'driver' : 'group', places };
  const refusal = placeRefusal({ places, groupId: null }, { ...placed(place), admits: 'everyone' });
  return refusal === null ? passed(facts) : refused(['not-at-this-location', refusal], facts);
}

function isAdmitted({ token, presentedType, place }: DecisionFacts): Outcome {
  if (place.admits === 'everyone' || presentedType === 'no-authorization') return doesNotApply;
  const groupId = token?.group?.id ?? null;
  const facts = { ...placeFacts(place), admits: place.admits, groupId };
  const refusal = placeRefusal({ places: 'everywhere', groupId }, placed(place));
  return refusal === null ? passed(facts) : refused(['not-at-this-location', refusal], facts);
}

function isSiteOpen({ presentedType, place, at: moment }: DecisionFacts): Outcome {
  const { site } = place;
  if (site === null || !site.isClosedOutside || site.openingHours === null) return doesNotApply;
  if (presentedType === 'no-authorization') return doesNotApply; // C02.FR.02: nobody is asked, so nobody is refused
  const local = localTimeAt(moment, site.timeZone);
  const facts = {
    ...placeFacts(place),
    localTime: local.text,
    timeZone: site.timeZone,
    openingHours: site.openingHours,
  };
  return isOpen(site.openingHours, local) ? passed(facts) : refused(['not-at-this-time', 'site-closed'], facts);
}

/** The driver's own rule, or else that of the group. */
export function isOneAtATime(token: TokenFacts | undefined): boolean {
  return token?.driver?.oneAtATime ?? token?.group?.oneAtATime ?? false;
}

function isAlone({ token, running }: DecisionFacts): Outcome {
  if (!isOneAtATime(token)) return doesNotApply;
  const [other] = running;
  if (other === undefined) return passed();
  const { sessionId, stationId, startedAt } = other;
  return refused(['concurrent', 'already-charging'], {
    sessionId,
    stationId,
    startedAt,
    ...(token?.driver && { driverId: token.driver.id }),
  });
}

function placed({ stationId, site, admits }: DecisionFacts['place']) {
  return { stationId, siteId: site?.id ?? null, admits };
}

function placeFacts({ site }: DecisionFacts['place']): Facts {
  return site === null ? {} : { siteId: site.id, siteName: site.name };
}
