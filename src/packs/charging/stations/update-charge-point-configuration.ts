import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { placeName, resolvePlace, vendorComponent } from '#charging/variables/place.ts';
import { placeKey } from '#charging/variables/place-columns.ts';
import type { VariableResult } from '#contract/commands/variables.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { commandResult, commandTimeoutMs, resultOf, runAtStation, why, whyNotDone } from '../station-command.ts';
import { stationTarget } from '../target.ts';
import { isAddress, isGuardedSetting } from './configuration-names.ts';
import { settingName } from './get-charge-point-configuration.ts';

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
      const what = changes.length === 1 ? 'one setting' : `${changes.length} settings`;
      return {
        targets: [stationTarget(station.id)],
        effect: `Changes ${what} of the charge point.${unusual === 0 ? '' : ` ${unusual} of them are the manufacturer's own, whose meaning we do not know.`}`,
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
  return new SigecError('INVALID_INPUT', sentence, { details: { fields: [{ field: 'settings' }] } });
}
