import { keyOfPlace, placeOfKey, valueForKey, valueFromKey } from '#charging/variables/configuration-keys.ts';
import { placeName, resolveComponent, resolvePlace, vendorComponent } from '#charging/variables/place.ts';
import type { ReportedVariable } from '#charging/variables/record-variables.ts';
import type { Loss, Outcome } from '#contract/commands/command.ts';
import type { VariableResult, VariableStatus } from '#contract/commands/variables.ts';
import type { AttributeType, VariablePlace, VariableRef } from '#contract/stations/variables.ts';
import { accepted, type Translator } from '../../command.ts';
import { inMessages, variableOutcome } from '../../shared/variable-outcome.ts';
import type { Messages } from '../messages.generated.ts';

type ConfigurationKey = NonNullable<Messages['GetConfiguration']['response']['configurationKey']>[number];

const statusFrom = {
  Accepted: 'accepted',
  RebootRequired: 'reboot-required',
  Rejected: 'rejected',
  NotSupported: 'unknown-variable',
} satisfies Record<Messages['ChangeConfiguration']['response']['status'], VariableStatus>;

/** B05 in 1.6: one message for each key. */
export const setVariables: Translator<Messages, 'set-variables'> = async ({ variables }, context) => {
  const { stationId, charging, call } = context;
  const results: VariableResult[] = [];
  let isSent = false;
  for (const { attribute, value, ...ref } of variables) {
    const place = resolvePlace(ref);
    const key = wireKey(place);
    const refusal = refusalOf(key, attribute);
    if (key === undefined || refusal !== undefined) {
      results.push(resultOf(place, { attribute, status: refusal ?? 'unknown-variable', value }));
      continue;
    }
    isSent = true;
    const response = await call('ChangeConfiguration', { key, value: valueForKey(key, value) });
    const status = statusFrom[response.status];
    results.push(resultOf(place, { attribute, status, value }));
    const awaitsReboot = status === 'reboot-required';
    if (awaitsReboot || status === 'accepted')
      await charging.variables.recordSet(stationId, [{ place, attribute, value, awaitsReboot }]);
  }
  return outcomeOf(results, isSent);
};

/** B06 in 1.6 */
export const getVariables: Translator<Messages, 'get-variables'> = async ({ variables }, context) => {
  const { stationId, charging } = context;
  const wanted = variables.map(({ attribute, ...ref }) => ({ place: resolvePlace(ref), attribute }));
  const keys = wanted.flatMap(({ place, attribute }) => {
    const key = wireKey(place);
    return key === undefined || refusalOf(key, attribute) !== undefined ? [] : [key];
  });
  const told = new Map((await readKeys(context, keys)).map((setting) => [setting.key.toLowerCase(), setting]));
  const results = wanted.map(({ place, attribute }) => {
    const key = wireKey(place);
    const setting = told.get(key?.toLowerCase() ?? '');
    const status = refusalOf(key, attribute) ?? (setting === undefined ? 'unknown-variable' : 'accepted');
    return resultOf(place, { attribute, status, value: setting === undefined ? null : valueOf(setting) });
  });
  const read = results.filter(({ status }) => status === 'accepted');
  await charging.variables.recordRead(
    stationId,
    read.map(({ attribute, value, name: _name, status: _status, reason: _reason, ...place }) => ({
      place,
      attribute,
      value,
    })),
  );
  return outcomeOf(results, keys.length > 0);
};

/** B07 and B08 in 1.6: its configuration is all that it reports, and it does so at once. */
export const getReport: Translator<Messages, 'get-report'> = async ({ base, criteria, components }, context) => {
  const { stationId, requestId, charging, call } = context;
  const losses: Loss[] = [];
  if (criteria !== undefined)
    losses.push({ field: 'criteria', why: 'OCPP 1.6 cannot choose components by their state' });
  if (base === 'summary')
    losses.push({ field: 'base', why: 'OCPP 1.6 has no summary: its whole configuration was read' });
  await charging.variables.expectReport({ stationId, requestId, isWhole: components === undefined });
  const { configurationKey = [] } = await call('GetConfiguration', {});
  const reported = configurationKey.map(toVariable);
  const now = new Date();
  await charging.variables.recordReport({
    stationId,
    requestId,
    seqNo: 0,
    isLast: true,
    generatedAt: now,
    receivedAt: now,
    variables: components === undefined ? reported : reported.filter(({ place }) => components.some(covers(place))),
  });
  return accepted({ answer: { requestId }, losses });
};

/** Where 1.6 has a key for none of them, the station was not asked at all. */
function outcomeOf(results: readonly VariableResult[], isSent: boolean): Outcome {
  const outcome = variableOutcome(results, lossesOf(results));
  return isSent ? outcome : { ...outcome, status: 'not-sent' };
}

async function readKeys(
  { stationId, charging, call }: Parameters<typeof getVariables>[1],
  keys: readonly string[],
): Promise<ConfigurationKey[]> {
  const most = await charging.variables.numberOf(stationId, resolvePlace({ name: 'GetConfigurationMaxKeys' }));
  const told: ConfigurationKey[] = [];
  for (const some of inMessages(keys, most)) {
    const { configurationKey = [] } = await call('GetConfiguration', { key: some });
    told.push(...configurationKey);
  }
  return told;
}

/** The key a place has in 1.6: its own for what is named in later versions, or the vendor's. */
function wireKey(place: VariablePlace): string | undefined {
  return keyOfPlace(place) ?? (place.component === vendorComponent ? place.variable : undefined);
}

function refusalOf(key: string | undefined, attribute: AttributeType): VariableStatus | undefined {
  if (key === undefined) return 'unknown-component';
  return attribute === 'actual' ? undefined : 'unsupported-attribute';
}

function resultOf(
  place: VariablePlace,
  told: { attribute: AttributeType; status: VariableStatus; value: string | null },
): VariableResult {
  return { ...place, name: placeName(place), reason: null, ...told };
}

function lossesOf(results: readonly VariableResult[]): Loss[] {
  return results.flatMap(({ name, status, attribute }) => {
    if (status === 'unknown-component') return [{ field: name, why: 'OCPP 1.6 has no configuration key for it' }];
    if (status === 'unsupported-attribute')
      return [{ field: name, why: `OCPP 1.6 knows the actual value alone, not ${attribute}` }];
    return [];
  });
}

function toVariable(setting: ConfigurationKey): ReportedVariable {
  return {
    place: placeOfKey(setting.key) ?? resolvePlace({ component: vendorComponent, variable: setting.key }),
    attributes: [
      {
        type: 'actual',
        value: valueOf(setting),
        mutability: setting.readonly ? 'read-only' : 'read-write',
        isPersistent: null,
        isConstant: null,
      },
    ],
    characteristics: null,
  };
}

/** A password is not to be told; a station that does so all the same is not quoted. */
function valueOf({ key, value }: ConfigurationKey): string | null {
  return value === undefined || /^AuthorizationKey$/i.test(key) ? null : valueFromKey(key, value);
}

function covers(place: VariablePlace) {
  return (ref: VariableRef) => {
    const wanted = resolveComponent(ref);
    return wanted.isWhole ? place.component === wanted.place.component : placeName(place) === placeName(wanted.place);
  };
}
