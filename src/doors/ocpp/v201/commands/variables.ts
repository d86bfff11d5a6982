import { resolveComponent, resolvePlace } from '#charging/variables/place.ts';
import type { VariableResult, VariableStatus } from '#contract/commands/variables.ts';
import type { AttributeType, VariablePlace, VariableRef } from '#contract/stations/variables.ts';
import { byStatus, type Translator } from '../../command.ts';
import { inMessages, variableOutcome } from '../../shared/variable-outcome.ts';
import {
  attributeFrom,
  componentOf,
  namedPlace,
  placeFrom,
  reasonFrom,
  variableOf,
  wireAttribute,
} from '../device-model.ts';
import type { Messages } from '../messages.generated.ts';

type SetResult = Messages['SetVariables']['response']['setVariableResult'][number];
type GetResult = Messages['GetVariables']['response']['getVariableResult'][number];

const statusFrom = {
  Accepted: 'accepted',
  RebootRequired: 'reboot-required',
  Rejected: 'rejected',
  UnknownComponent: 'unknown-component',
  UnknownVariable: 'unknown-variable',
  NotSupportedAttributeType: 'unsupported-attribute',
} satisfies Record<SetResult['attributeStatus'] | GetResult['attributeStatus'], VariableStatus>;

/** B05 */
export const setVariables: Translator<Messages, 'set-variables'> = async ({ variables }, context) => {
  const { stationId, charging, call } = context;
  const wanted = variables.map(({ attribute, value, ...ref }) => ({ place: resolvePlace(ref), attribute, value }));
  const most = await charging.variables.numberOf(stationId, itemsPerMessage('SetVariables'));
  const results: VariableResult[] = [];
  for (const some of inMessages(wanted, most)) {
    const { setVariableResult } = await call('SetVariables', {
      setVariableData: some.map(({ place, attribute, value }) => ({
        ...asked(place, attribute),
        attributeValue: value,
      })),
    });
    const told = setVariableResult.map((result) => ({ ...toResult(result), value: valueOf(some, result) }));
    await charging.variables.recordSet(
      stationId,
      told.filter(isTaken).map((result) => ({
        ...asValue(result),
        awaitsReboot: result.status === 'reboot-required',
      })),
    );
    results.push(...told);
  }
  return variableOutcome(results);
};

/** B06 */
export const getVariables: Translator<Messages, 'get-variables'> = async ({ variables }, context) => {
  const { stationId, charging, call } = context;
  const wanted = variables.map(({ attribute, ...ref }) => asked(resolvePlace(ref), attribute));
  const most = await charging.variables.numberOf(stationId, itemsPerMessage('GetVariables'));
  const results: VariableResult[] = [];
  for (const some of inMessages(wanted, most)) {
    const { getVariableResult } = await call('GetVariables', { getVariableData: some });
    const told = getVariableResult.map((result) => ({ ...toResult(result), value: result.attributeValue ?? null }));
    await charging.variables.recordRead(stationId, told.filter(isTaken).map(asValue));
    results.push(...told);
  }
  return variableOutcome(results);
};

const wireBase = {
  full: 'FullInventory',
  configuration: 'ConfigurationInventory',
  summary: 'SummaryInventory',
} as const;
const wireCriterion = { active: 'Active', available: 'Available', enabled: 'Enabled', problem: 'Problem' } as const;

/** B07, and B08 when components or criteria are named. */
export const getReport: Translator<Messages, 'get-report'> = async ({ base, criteria, components }, context) => {
  const { stationId, requestId, charging, call } = context;
  const isCustom = criteria !== undefined || components !== undefined;
  const isWhole = !isCustom && (base ?? 'full') === 'full';
  await charging.variables.expectReport({ stationId, requestId, isWhole });
  const answer = { requestId };
  if (!isCustom)
    return byStatus(await call('GetBaseReport', { requestId, reportBase: wireBase[base ?? 'full'] }), undefined, {
      answer,
    });
  const losses =
    base === undefined ? [] : [{ field: 'base', why: 'components and criteria already say what is asked' }];
  const response = await call('GetReport', {
    requestId,
    ...(criteria && { componentCriteria: criteria.map((criterion) => wireCriterion[criterion]) }),
    ...(components && { componentVariable: components.map(componentVariable) }),
  });
  return byStatus(response, undefined, { answer, losses });
};

export function componentVariable(ref: VariableRef) {
  const { place, isWhole } = resolveComponent(ref);
  return { component: componentOf(place), ...(!isWhole && { variable: variableOf(place) }) };
}

function asked(place: VariablePlace, attribute: AttributeType) {
  return {
    component: componentOf(place),
    variable: variableOf(place),
    ...(attribute !== 'actual' && { attributeType: wireAttribute[attribute] }),
  };
}

function itemsPerMessage(message: string): VariablePlace {
  return resolvePlace({ component: 'DeviceDataCtrlr', variable: 'ItemsPerMessage', variableInstance: message });
}

function toResult(result: SetResult | GetResult): Omit<VariableResult, 'value'> {
  return {
    ...namedPlace(placeFrom(result.component, result.variable)),
    attribute: attributeFrom(result.attributeType),
    status: statusFrom[result.attributeStatus],
    reason: reasonFrom(result.attributeStatusInfo),
  };
}

/** Stations repeat what they were asked, but not the value. */
function valueOf(
  wanted: readonly { place: VariablePlace; attribute: AttributeType; value: string }[],
  told: SetResult,
) {
  const { name } = namedPlace(placeFrom(told.component, told.variable));
  const attribute = attributeFrom(told.attributeType);
  return wanted.find((one) => namedPlace(one.place).name === name && one.attribute === attribute)?.value ?? null;
}

function isTaken({ status }: VariableResult): boolean {
  return status === 'accepted' || status === 'reboot-required';
}

function asValue({ name: _name, status: _status, reason: _reason, attribute, value, ...place }: VariableResult) {
  return { place, attribute, value };
}
