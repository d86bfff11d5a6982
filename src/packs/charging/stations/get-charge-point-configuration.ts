import { z } from 'zod';
import { cursorOf, positionOf } from '#base/cursor.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { resolvePlace } from '#charging/variables/place.ts';
import { placeKey } from '#charging/variables/place-columns.ts';
import { time } from '#contract/common.ts';
import type { StationVariable } from '#contract/stations/variables.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { isSecretSetting } from './configuration-names.ts';

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
      limit: z.int().min(1).max(200).default(50).describe('How many at most'),
      after: z.string().min(1).max(400).optional().describe('`next` of the answer before, to read on'),
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
    async run({ charge_point_id, names, search, limit, after }) {
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
      const position = after === undefined ? undefined : positionOf(after);
      const rest = position === undefined ? fitting : fitting.filter(({ name }) => name > position);
      const page = rest.slice(0, limit);
      const told = new Set(variables.map(placeKey));
      const data = {
        charge_point_id: untrustedText(station.id),
        settings: page.map(forAgents),
        not_told: (names ?? [])
          .filter((name) => !told.has(placeKey(resolvePlace({ name }))))
          .map((name) => untrustedText(name)),
        total: fitting.length,
        last_full_report_at: lastReport?.completedAt ?? undefined,
        next: rest.length > page.length ? cursorOf(page.at(-1)?.name ?? '') : undefined,
      };
      return { text: sentence(data), data };
    },
  });
}

function hasInName({ name, key }: StationVariable, search: string): boolean {
  return `${name} ${key ?? ''}`.toLowerCase().includes(search.toLowerCase());
}

function forAgents({ name, key, attributes, characteristics }: StationVariable): z.input<typeof setting> {
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

function sentence({ settings, not_told, total, next }: ConfigurationPage): string {
  if (total === 0 && not_told.length === 0)
    return 'It has told no such setting. request_charge_point_report with report "configuration" has it tell them.';
  const more = next === undefined ? '' : ' Call again with `after` set to `next` for more.';
  const missing =
    not_told.length === 0
      ? ''
      : ` ${not_told.length} of the names it never told; request_charge_point_report asks for them.`;
  return `${total} settings, ${settings.length} of them listed here.${more}${missing}`;
}
