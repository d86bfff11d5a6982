import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { NetworkProfileList } from '#contract/stations/network-profiles.ts';
import type {
  NewTemplate,
  Template,
  VariablePlace,
  VariableQuery,
  VariableView,
} from '#contract/stations/variables.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { type ReportPart, readLastReport } from './device-reports.ts';
import { readNetworkProfiles, recordNetworkProfile, type TakenProfile } from './network-profiles.ts';
import { resolvePlace } from './place.ts';
import { placeKey } from './place-columns.ts';
import {
  expectReport,
  type ReportedVariable,
  recordReport,
  recordValues,
  type VariableValue,
} from './record-variables.ts';
import { deleteTemplate, differencesTo, getTemplate, readTemplates, saveTemplate } from './templates.ts';
import { readNumber, readVariables } from './variable-store.ts';

/** The device model of every station, whatever it speaks: component, variable, attribute. */
export type Variables = {
  // What stations tell.
  expectReport(asked: { stationId: string; requestId: number; isWhole: boolean }): Promise<void>;
  recordReport(part: ReportPart & { variables: readonly ReportedVariable[] }): Promise<void>;
  recordRead(stationId: string, values: readonly VariableValue[]): Promise<void>;
  recordSet(stationId: string, values: readonly VariableValue[]): Promise<void>;
  recordNetworkProfile(stationId: string, profile: TakenProfile): Promise<void>;

  // What people ask.
  view(stationId: string, query: VariableQuery): Promise<VariableView>;
  /** A positive number the station once told, such as how many variables fit one message. */
  numberOf(stationId: string, place: VariablePlace): Promise<number | null>;
  networkProfiles(stationId: string): Promise<NetworkProfileList>;
  saveTemplate(name: string, template: NewTemplate, actor: Actor): Promise<Template>;
  deleteTemplate(name: string, actor: Actor): Promise<void>;
  getTemplate(name: string): Promise<Template>;
  templates(): Promise<Template[]>;
};

export type VariablesNeeds = { pool: Pool; ledger: Ledger; clock: Clock; register: StationRegister };

export function openVariables(needs: VariablesNeeds): Variables {
  const { pool, register } = needs;
  return {
    expectReport: (asked) => expectReport(needs, asked),
    recordReport: (part) => recordReport(needs, part),
    recordRead: (stationId, values) => recordValues(needs, { stationId, values, learnedBy: 'read' }),
    recordSet: (stationId, values) => recordValues(needs, { stationId, values, learnedBy: 'set' }),
    recordNetworkProfile: (stationId, profile) => recordNetworkProfile(needs, stationId, profile),
    view: (stationId, query) => viewOf(needs, stationId, query),
    numberOf: (stationId, place) => readNumber(pool, stationId, place),
    async networkProfiles(stationId) {
      await mustBeKnown(register, stationId);
      return readNetworkProfiles(pool, stationId);
    },
    saveTemplate: (name, { variables }, actor) => saveTemplate(needs, { name, variables, actor }),
    deleteTemplate: (name, actor) => deleteTemplate(needs, name, actor),
    getTemplate: (name) => getTemplate(pool, name),
    templates: () => readTemplates(pool),
  };
}

async function viewOf(
  { pool, clock, register }: VariablesNeeds,
  stationId: string,
  { name, component, template: templateName }: VariableQuery,
): Promise<VariableView> {
  await mustBeKnown(register, stationId);
  const template = templateName === undefined ? undefined : await getTemplate(pool, templateName);
  const [all, lastReport] = await Promise.all([
    readVariables(pool, { stationId, now: clock.now() }),
    readLastReport(pool, stationId, 'variables'),
  ]);
  const wanted = name === undefined ? undefined : placeKey(resolvePlace({ name }));
  return {
    variables: all.filter(
      (variable) =>
        (wanted === undefined || placeKey(variable) === wanted) &&
        (component === undefined || variable.component === component),
    ),
    lastReport,
    template: template?.name ?? null,
    differences: template === undefined ? [] : differencesTo(template, all),
  };
}
