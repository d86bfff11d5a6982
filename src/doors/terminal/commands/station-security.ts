import { setTimeout as pause } from 'node:timers/promises';
import { securityApi } from '#contract/api/security.ts';
import type { SecurityEvent, SecuritySeverity } from '#contract/stations/security.ts';
import type { StationSecurityFacts, StationSignIn } from '#contract/stations/security-facts.ts';
import type { SecurityUpgrade } from '#contract/stations/security-upgrade.ts';
import { type Api, openApi } from '../api.ts';
import { done, refusedByStation } from '../exit-code.ts';
import { json } from '../json.ts';
import type { Tone } from '../paint.ts';
import { invalidInput, type ShowOptions } from '../read-options.ts';
import { type Cell, fieldLines, show, tableLines, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { wordOf } from '../text/text.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type SecureOptions = ShowOptions & { id: string; profile?: string; wait?: boolean; abandon?: boolean };

const lookEveryMs = 500;

/** Leads a station to a higher security profile, and tells each step until it has arrived. */
export async function stationSecure(terminal: Terminal, options: SecureOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = options;
  const { security: words } = terminal.text;
  if (options.abandon) {
    const upgrade = await api.call(securityApi.abandonUpgrade, { params: { id } });
    return tellDone(terminal, options, upgrade, words.abandoned(whyOf(terminal, upgrade)));
  }
  const toProfile = profileOf(terminal, options.profile);
  const started = await api.call(securityApi.startUpgrade, { params: { id }, body: { toProfile } });
  if (options.wait === false) return tellDone(terminal, options, started, words.goesOn(visible(id)));
  if (!options.json) terminal.err(words.walking(visible(id), started.fromProfile, toProfile));
  const ended = await follow(terminal, api, { started, isQuiet: options.json === true });
  if (options.json) terminal.out(json(ended));
  else terminal.out(endOf(terminal, ended));
  return ended.state === 'done' || ended.state === 'running' ? done : refusedByStation;
}

/** Says below which profile a station is not let in. */
export async function stationFloor(
  terminal: Terminal,
  options: ShowOptions & { id: string; profile: string; why: string },
): Promise<number> {
  const { id, why } = options;
  const profile = profileOf(terminal, options.profile, [0, 1, 2, 3]);
  const facts = await openApi(terminal, options).call(securityApi.setFloor, { params: { id }, body: { profile, why } });
  return show(terminal, options, facts, () => [terminal.text.security.floor(visible(id), facts.minimumProfile)]);
}

function profileOf(terminal: Terminal, given = '3', profiles: readonly number[] = [1, 2, 3]): number {
  const profile = profiles.find((known) => String(known) === given.trim());
  if (profile !== undefined) return profile;
  throw invalidInput(terminal, { name: '--profile', value: visible(given), accepts: profiles.join(', ') });
}

/** Until it ends, or somebody has seen enough. */
async function follow(
  terminal: Terminal,
  api: Api,
  { started, isQuiet }: { started: SecurityUpgrade; isQuiet: boolean },
): Promise<SecurityUpgrade> {
  const signal = terminal.untilInterrupted();
  const { stationId: id } = started;
  let known = started;
  let told = 0;
  for (;;) {
    for (; told < known.stepsDone; told += 1) if (!isQuiet) terminal.err(stepLine(terminal, known, told));
    told = Math.min(told, known.stepsDone); // it was sent once more
    if (known.state !== 'running' || signal.aborted) return known;
    await pause(lookEveryMs, undefined, { signal }).catch(() => undefined); // rejects only when the signal ends it
    known = (await api.call(securityApi.upgrade, { params: { id } })).upgrade ?? known;
  }
}

function stepLine({ text: { security: words }, paint }: Terminal, { steps }: SecurityUpgrade, index: number): string {
  const step = steps[index];
  if (step === undefined) return '';
  return `  ${paint('good', '✓')} ${words.step(step.profile, words.steps[step.act])}`;
}

function endOf(terminal: Terminal, upgrade: SecurityUpgrade): string {
  const { security: words } = terminal.text;
  const id = visible(upgrade.stationId);
  if (upgrade.state === 'done') return terminal.paint('good', words.arrived(id, upgrade.toProfile));
  if (upgrade.state === 'running') return words.goesOn(id);
  if (upgrade.state === 'abandoned') return words.abandoned(whyOf(terminal, upgrade));
  return terminal.paint('bad', words.stopped(id, whyOf(terminal, upgrade)));
}

function whyOf({ text: { security: words } }: Terminal, { reason }: SecurityUpgrade): string {
  return visible(wordOf(words.reasons, reason ?? ''));
}

/** One page of facts about the security of a station. */
export async function stationSecurity(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const facts = await openApi(terminal, options).call(securityApi.get, { params: { id: options.id } });
  return show(terminal, options, facts, () => render(terminal, facts, options.id));
}

function render(terminal: Terminal, facts: StationSecurityFacts, id: string): string[] {
  const { text, paint } = terminal;
  const { security: words, titles } = text;
  const signIns = tableOf(facts.signIns, [
    [titles.time, ({ at }) => localTime(at)],
    [titles.address, ({ address }) => visible(address)],
    [titles.outcome, (signIn) => signInCell(terminal, signIn), 'flexible'],
  ]);
  const events = tableOf(facts.events.events, [
    [titles.time, ({ happenedAt }) => localTime(happenedAt)],
    [titles.standing, (event) => severityCell(terminal, event)],
    [titles.kind, ({ type }) => visible(type)],
    [titles.reason, ({ details }) => visible(details ?? ''), 'flexible optional'],
  ]);
  return [
    paint('strong', visible(id)),
    ...fieldLines(terminal, fieldsOf(terminal, facts)),
    ...(facts.events.events.length === 0 ? [] : ['', words.events, ...tableLines(terminal, events)]),
    ...(facts.signIns.length === 0 ? [] : ['', words.signIns, ...tableLines(terminal, signIns)]),
  ];
}

function fieldsOf(terminal: Terminal, facts: StationSecurityFacts): [string, Cell | null][] {
  const { security: words } = terminal.text;
  const { fields, profiles } = words;
  const { currentProfile, minimumProfile, certificate, firmware, events } = facts;
  const profileWords = (profile: number) => wordOf(profiles, String(profile));
  return [
    [fields.profile, currentProfile === null ? words.notSince : profileWords(currentProfile)],
    [fields.floor, profileWords(minimumProfile)],
    [fields.password, passwordWords(terminal, facts)],
    [fields.exemption, exemptionCell(terminal, facts)],
    [
      fields.certificate,
      certificate === null
        ? words.none
        : {
            text: words.until(
              `${visible(certificate.subject)} (${certificate.serialNumber})`,
              localTime(certificate.expiresAt),
              words.certificateStates[certificate.status],
            ),
            tone: certificate.status === 'fine' ? 'good' : 'bad',
          },
    ],
    [fields.trusts, trustedWords(terminal, facts)],
    [fields.firmware, `${visible(firmware.version ?? '')} (${words.signatures[firmware.signature]})`],
    [fields.upgrade, upgradeWords(terminal, facts)],
    [
      fields.openEvents,
      { text: words.counts(events.open, events.openCritical), tone: events.openCritical > 0 ? 'bad' : 'good' },
    ],
  ];
}

function passwordWords({ text: { security: words } }: Terminal, { password }: StationSecurityFacts): string {
  if (!password.isSet) return password.changes.length === 0 ? words.noPassword : words.passwordChanging;
  const since = password.changedAt === null ? words.passwordSet : words.passwordSince(localTime(password.changedAt));
  return password.changes.length === 0 ? since : `${since}; ${words.passwordChanging}`;
}

function exemptionCell({ text: { security } }: Terminal, { passwordExemption }: StationSecurityFacts): Cell | null {
  if (passwordExemption === null) return null;
  const { network, until } = passwordExemption;
  return { text: security.exempt(visible(network), localTime(until)), tone: 'bad' };
}

function trustedWords({ text: { certificate: words, security } }: Terminal, facts: StationSecurityFacts): string {
  if (facts.installed.length === 0) return security.none;
  return facts.installed
    .map(
      ({ purpose, subject, serialNumber }) => `${wordOf(words.purposes, purpose)}: ${visible(subject ?? serialNumber)}`,
    )
    .join('; ');
}

function upgradeWords(terminal: Terminal, { upgrade }: StationSecurityFacts): Cell | null {
  if (upgrade === null) return null;
  const { security: words } = terminal.text;
  const { toProfile, state, stepsDone, steps, reason } = upgrade;
  const line = words.upgradeLine(toProfile, words.states[state], stepsDone, steps.length);
  return {
    text: reason === null ? line : `${line}: ${whyOf(terminal, upgrade)}`,
    tone: state === 'stopped' ? 'bad' : state === 'done' ? 'good' : 'warning',
  };
}

const severityTones = { critical: 'bad', warning: 'warning', notice: 'quiet' } as const satisfies Record<
  SecuritySeverity,
  Tone
>;

function severityCell({ text }: Terminal, { severity }: SecurityEvent): Cell {
  return { text: text.security.severities[severity], tone: severityTones[severity] };
}

function signInCell({ text }: Terminal, { profile, reason }: StationSignIn): Cell {
  if (profile !== null) return { text: text.security.letIn(profile), tone: 'good' };
  return { text: wordOf(text.station.pendingReason, reason ?? ''), tone: reason === null ? 'good' : 'bad' };
}
