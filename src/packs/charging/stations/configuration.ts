import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { placeName, resolvePlace, vendorComponent } from '#charging/variables/place.ts';
import { placeKey } from '#charging/variables/place-columns.ts';
import type { VariableResult } from '#contract/commands/variables.ts';
import { time } from '#contract/common.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { StationVariable } from '#contract/stations/variables.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { after, cursorIfAny, limit, moreHint, pageBehind, placeAfter } from '../paging.ts';
import { stationTarget } from '../place.ts';
import { commandResult, commandTimeoutMs, resultOf, runAtStation, why, whyNotDone } from '../station-command.ts';
import { isAddress, isGuardedSetting, isSecretSetting } from './configuration-names.ts';

export const settingName = z
  .string()
  .min(1)
  .max(210)
  .regex(/^\P{C}+$/u, 'must be visible characters')
  .describe('As OCPP 1.6 or 2.x spells it: HeartbeatInterval or OCPPCommCtrlr.HeartbeatInterval');

const setting = z.object({
  name: z.string().describe('Component.Variable'),
  ocpp16_key: z.string().optional(),
  reported_value: z.string().optional().describe('Absent: not told, or a secret'),
  reported_unit: z.string().optional(),
  mutability: z.string().optional(),
  awaits_reboot: z.boolean(),
  learned_at: time.optional(),
});

export function getChargePointConfiguration({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'get_charge_point_configuration',
    title: 'Settings of a charge point',
    description:
      'Tells the settings and device variables of a charge point as it last told them, with their age; the charge point itself is not asked. ' +
      'Names are accepted in the spelling of OCPP 1.6 and of 2.x, whatever the charge point speaks. ' +
      'To have it tell them anew use request_charge_point_report with report "configuration"; to change one, update_charge_point_configuration.',
    category: 'stations',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      charge_point_id: chargePointId,
      names: z.array(settingName).min(1).max(50).optional().describe('Only these; absent: all'),
      search: z.string().min(1).max(60).optional().describe('Only those with this text in their name'),
      limit: limit(200, 50),
      after,
    }),
    output: z.object({
      charge_point_id: z.string(),
      settings: z.array(setting),
      not_told: z.array(z.string()).describe('Of `names`, those that it never told'),
      total: z.int(),
      last_full_report_at: time.optional(),
      next: z.string().optional(),
    }),
    examples: [{ charge_point_id: 'CP-7', names: ['HeartbeatInterval'] }],
    subject: (input) => input.charge_point_id,
    async run({ charge_point_id, names, search, limit: most, after: cursor }) {
      const station = await knownChargePoint(charging, charge_point_id);
      // A charge point that waits to be accepted has told nothing that is kept.
      const { variables, lastReport } =
        station.acceptedAt === null
          ? { variables: [], lastReport: null }
          : await charging.variables.view(station.id, {});
      const places = names && new Set(names.map((name) => placeKey(resolvePlace({ name }))));
      const fitting = variables
        .filter((variable) => places === undefined || places.has(placeKey(variable)))
        .filter((variable) => search === undefined || hasInName(variable, search))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1));
      const { page, next } = pageBehind(fitting, ({ name }) => name, { limit: most, after: placeAfter(cursor) });
      const told = new Set(variables.map(placeKey));
      const data = {
        charge_point_id: untrustedText(station.id),
        settings: page.map(settingForAgents),
        not_told: (names ?? [])
          .filter((name) => !told.has(placeKey(resolvePlace({ name }))))
          .map((name) => untrustedText(name)),
        total: fitting.length,
        last_full_report_at: lastReport?.completedAt ?? undefined,
        next: cursorIfAny(next),
      };
      return { text: pageSentence(data), data };
    },
  });
}

function hasInName({ name, key }: StationVariable, search: string): boolean {
  return `${name} ${key ?? ''}`.toLowerCase().includes(search.toLowerCase());
}

function settingForAgents({ name, key, attributes, characteristics }: StationVariable): z.input<typeof setting> {
  const actual = attributes.find(({ type }) => type === 'actual') ?? attributes[0];
  const isShown = !isSecretSetting(name) && actual?.mutability !== 'write-only';
  return {
    name: untrustedText(name, 120),
    ocpp16_key: key ?? undefined,
    reported_value: isShown ? untrustedTextIfAny(withoutCredentials(actual?.value ?? null), 200) : undefined,
    reported_unit: untrustedTextIfAny(characteristics?.unit ?? null, 20),
    mutability: actual?.mutability ?? undefined,
    awaits_reboot: actual?.awaitsReboot ?? false,
    learned_at: actual?.learnedAt,
  };
}

/** Of an address such as wss://user:password@host. */
function withoutCredentials(value: string | null): string | null {
  return value?.replaceAll(/:\/\/[^/@\s]*@/g, '://') ?? null;
}

type ConfigurationPage = {
  settings: readonly unknown[];
  not_told: readonly string[];
  total: number;
  next?: string | undefined;
};

function pageSentence({ settings, not_told, total, next }: ConfigurationPage): string {
  if (total === 0 && not_told.length === 0)
    return 'It has told no such setting. request_charge_point_report with report "configuration" has it tell them.';
  const missing =
    not_told.length === 0
      ? ''
      : ` ${not_told.length} of the names it never told; request_charge_point_report asks for them.`;
  return `${total} settings, ${settings.length} of them listed here.${moreHint(next)}${missing}`;
}

type Setting = { name: string; value: string };
type ToolInput = { charge_point_id: string; settings: Setting[] };

export function updateChargePointConfiguration({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  async function look({ charge_point_id, settings }: ToolInput) {
    if (settings.some(({ name, value }) => isGuardedSetting(name) || isAddress(value))) throw neverByTools();
    if (settings.some(({ name, value }) => !isShownWhole(name) || !isShownWhole(value))) throw notShownWhole();
    const places = settings.map(({ name }) => placeKey(resolvePlace({ name })));
    if (new Set(places).size < places.length) throw namedTwice();
    const station = await onlineChargePoint(charging, charge_point_id);
    const { variables } = await charging.variables.view(station.id, {});
    const changes = settings.map(({ name, value }, index) => {
      const place = resolvePlace({ name });
      const known = variables.find((variable) => placeKey(variable) === places[index]);
      const actual = known?.attributes.find(({ type }) => type === 'actual');
      return {
        name: untrustedText(placeName(place), maxShown),
        is_standard: place.component !== vendorComponent,
        reported_value_before:
          actual?.value === undefined || actual.value === null ? null : untrustedText(actual.value, maxShown),
        value_after: value,
        is_read_only: actual?.mutability === 'read-only',
      };
    });
    if (changes.some(({ is_read_only }) => is_read_only)) throw readOnly();
    return { station, changes };
  }

  return defineTool({
    name: 'update_charge_point_configuration',
    title: 'Change settings of a charge point',
    description:
      'Changes settings of one charge point, such as HeartbeatInterval. Names are accepted in the spelling of OCPP 1.6 and of 2.x. A wrong setting can put a charge point out of work: read it first with get_charge_point_configuration. ' +
      'Passwords, certificates, security profiles and addresses of servers are never changed here. An administrator has to approve; the result tells for each setting whether the charge point took it and whether it needs a restart (reset_charge_point).',
    category: 'stations',
    level: 'advanced',
    tier: 'R3',
    isIdempotent: true,
    timeoutMs: commandTimeoutMs,
    input: z.object({
      charge_point_id: chargePointId,
      settings: z
        .array(
          z.strictObject({
            name: settingName,
            value: z
              .string()
              .max(maxShown)
              .regex(/^\P{C}*$/u, 'must be visible characters'),
          }),
        )
        .min(1)
        .max(20)
        .describe('What to change'),
      why,
    }),
    output: commandResult.extend({
      settings: z.array(z.object({ name: z.string(), status: z.string(), reported_reason: z.string().optional() })),
      needs_restart: z.boolean(),
    }),
    examples: [{ charge_point_id: 'CP-7', settings: [{ name: 'HeartbeatInterval', value: '300' }] }],
    subject: (input) => input.charge_point_id,
    async plan(input) {
      const { station, changes } = await look(input);
      const unusual = changes.filter(({ is_standard }) => !is_standard).length;
      const what =
        changes.length === 1 ? sentenceOf('one-setting') : sentenceOf('many-settings', { count: changes.length });
      return {
        targets: [stationTarget(station.id)],
        effect: sentenceOf('effect-settings', {
          what,
          unusual: unusual === 0 ? '' : sentenceOf('settings-of-the-maker', { count: unusual }),
        }),
        details: { changes },
        preconditions: { values_before: changes.map(({ name, reported_value_before: before }) => [name, before]) },
      };
    },
    async run(input, context) {
      const { station } = await look(input);
      const record = await runAtStation({ charging }, context, {
        stationId: station.id,
        name: 'set-variables',
        input: { variables: input.settings },
        why: input.why,
      });
      const results = (record.outcome?.answer['results'] ?? []) as VariableResult[];
      const taken = results.filter(({ status }) => status === 'accepted' || status === 'reboot-required').length;
      const needsRestart = results.some(({ status }) => status === 'reboot-required');
      const restart = needsRestart ? ' It counts after a restart: reset_charge_point.' : '';
      const text =
        results.length > 0 && taken > 0
          ? `The charge point took ${taken} of ${results.length} settings.${restart}`
          : (whyNotDone(record) ?? 'The charge point accepted.');
      return {
        text,
        data: {
          ...resultOf(record),
          settings: results.map(({ name, status, reason }) => ({
            name: untrustedText(name, 120),
            status,
            reported_reason: untrustedTextIfAny(reason, 200),
          })),
          needs_restart: needsRestart,
        },
      };
    },
  });
}

/** Characters that a plan shows of a text. */
const maxShown = 500;

/** Whether whoever approves sees exactly what is sent. */
function isShownWhole(text: string): boolean {
  return untrustedText(text, maxShown) === text;
}

function notShownWhole(): SigecError {
  return wrong(
    'A name or value has spaces at its ends, several in a row, or characters that cannot be shown, so nobody could approve what is really sent. Write it without them.',
  );
}

function neverByTools(): SigecError {
  return new SigecError(
    'NOT_ALLOWED',
    'Passwords, keys, certificates, security profiles and the addresses of servers and networks are never changed through tools. A person does that in the console or the terminal.',
    { details: { fields: [{ field: 'settings' }] } },
  );
}

function namedTwice(): SigecError {
  return wrong('One setting is named twice, perhaps in the spellings of OCPP 1.6 and 2.x. Name each once.');
}

function readOnly(): SigecError {
  return wrong(
    'The charge point has told that one of these settings is read-only. See get_charge_point_configuration.',
  );
}

function wrong(sentence: string): SigecError {
  return wrongArgument(sentence, 'settings');
}
