import type { CampaignAction } from '#contract/campaigns/campaign.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import type { VariableResult } from '#contract/commands/variables.ts';
import { type RunCommand, runAtStation } from './run-at-station.ts';
import type { Asked, Look, Way } from './way.ts';

type Variables = Extract<CampaignAction, { kind: 'settings' }>['variables'];
const why = ownReason('campaign-settings');

/** B05, B06; ChangeConfiguration of OCPP 1.6: the old values are read first, so that they can be given back. */
export function settingsWay({ runCommand }: { runCommand: RunCommand }, variables: Variables): Way {
  return {
    whyNot: () => undefined,
    async ask({ stationId }) {
      const read = await readValues(runCommand, stationId, variables);
      if ('ended' in read) return read.ended;
      const { values } = read;
      const isThere = variables.every(({ value }, index) => values[index]?.value === value);
      if (isThere) return { status: 'skipped', reason: 'already-there' };
      const asked = await setValues(runCommand, stationId, variables);
      return asked.status === 'asked' ? { status: 'asked', values } : asked;
    },
    look: ({ stationId }) => compare(runCommand, stationId, variables),
    whyLate: () => 'no-answer',
    async undo({ stationId, before }) {
      const known = (before?.values ?? []).flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
      if (known.length === 0) return { status: 'failed', reason: 'not-rolled-back' };
      return setValues(runCommand, stationId, known);
    },
    lookBack: ({ stationId, before }) =>
      compare(
        runCommand,
        stationId,
        (before?.values ?? []).flatMap(({ name, value }) => (value === null ? [] : [{ name, value }])),
      ),
  };
}

type Read = { values: { name: string; value: string | null }[] } | { ended: Asked };

async function readValues(runCommand: RunCommand, stationId: string, variables: Variables): Promise<Read> {
  const input = { variables: variables.map(({ name }) => ({ name })) };
  const asked = await runAtStation(runCommand, { stationId, name: 'get-variables', input, why });
  if ('ended' in asked) return asked;
  const results = resultsOf(asked.outcome.answer);
  return { values: variables.map(({ name }, index) => ({ name, value: results[index]?.value ?? null })) };
}

async function setValues(runCommand: RunCommand, stationId: string, variables: Variables): Promise<Asked> {
  const asked = await runAtStation(runCommand, { stationId, name: 'set-variables', input: { variables }, why });
  if ('ended' in asked) return asked.ended;
  const isTaken = resultsOf(asked.outcome.answer).every(
    ({ status }) => status === 'accepted' || status === 'reboot-required',
  );
  return isTaken ? { status: 'asked' } : { status: 'failed', reason: 'value-refused' };
}

/** What a station does not tell, such as what it uses after its next boot, is not held against it. */
async function compare(runCommand: RunCommand, stationId: string, variables: Variables): Promise<Look> {
  const read = await readValues(runCommand, stationId, variables);
  if ('ended' in read) return { status: 'under-way' };
  const isDifferent = variables.some(({ value }, index) => ![null, value].includes(read.values[index]?.value ?? null));
  return isDifferent ? { status: 'failed', reason: 'value-differs' } : { status: 'in-place' };
}

function resultsOf(answer: Record<string, unknown>): VariableResult[] {
  const { results } = answer;
  return Array.isArray(results) ? (results as VariableResult[]) : [];
}
