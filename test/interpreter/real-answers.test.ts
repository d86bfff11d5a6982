import { expect, test } from 'vitest';
import { interpreterMind } from '../../src/assistant/interpreter/interpreter-mind.ts';
import { systemClock } from '../../src/base/clock.ts';
import { SigecError } from '../../src/base/errors.ts';
import { type AgentDoor, openAgentDoor } from '../support/agent-door.ts';
import { connectAnswering } from '../support/answering-station.ts';
import { callTool, person } from '../support/tool-calls.ts';
import { conversation, definitions, type Script } from './scripted-tools.ts';

const mind = interpreterMind({ clock: systemClock, timeZone: 'America/Sao_Paulo', language: 'pt-BR' });

test('an evening in words over the real tools: what is faulted, a limit with its approval, a report', async () => {
  await using door = await openAgentDoor();
  await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '2.0.1' });
  const timestamp = new Date().toISOString();
  const status = { timestamp, evseId: 1, connectorId: 1, connectorStatus: 'Faulted' };
  await station.call('StatusNotification', status);
  const { say, made } = conversation(mind, realTools(door));

  expect(await say('quais carregadores estão com falha?')).toContain('| CP-7 | online | 1 com falha |');
  expect(await say('o que precisa da minha atenção?')).toMatch(
    /^1 assunto precisa de atenção:[\s\S]*\| com falha \| CP-7 \|/,
  );
  expect(await say('como está o cp 7?')).toContain('| 1/1 | com falha |');
  expect(await say('o que aconteceu com ele hoje?')).toContain('O que aconteceu');
  expect(await say('quem está carregando agora?')).toBe('Nada corresponde.');
  expect(await say('quanta energia vendemos este mês?')).toMatch(
    /^Energia vendida \(toda a rede, de .*\): \*\*0 kWh\*\*/,
  );

  expect(await say('limita o CP-7 a 11 kW')).toContain('limitar CP-7 a 11 kW');
  expect(await say('sim')).toMatch(/^Proposto, e nada aconteceu ainda: Limits the whole charge point to 11 kW/);
  expect(await say('aplica')).toMatch(/^Nenhuma proposta está aprovada/);
  expect(station.asked.map(({ action }) => action)).not.toContain('SetChargingProfile');
  const { data } = await callTool(door, 'list_proposals');
  const [proposal] = data['proposals'] as { proposal_id: string }[];
  await door.registry.proposals.approve(proposal?.proposal_id ?? '', { actor: person, via: 'console' });
  expect(await say('aprovei')).toMatch(/^Feito\./);
  expect(station.asked.map(({ action }) => action)).toContain('SetChargingProfile');
  expect(made.filter(({ tool }) => tool === 'apply_proposal')).toHaveLength(1);

  expect(await say('reinicia o CP-99')).toMatch(/^Nenhuma estação se chama CP-99/);
  expect(await say('tarifas')).toMatch(/^(?:Nada corresponde|\| Tarifa)/);
});

/** Every tool of the door, asked as an agent asks. */
function realTools(door: AgentDoor): Script {
  const run = (name: string) => async (given: Record<string, unknown>) => {
    try {
      return (await callTool(door, name, given)).data;
    } catch (error) {
      if (error instanceof SigecError) return error.message;
      throw error;
    }
  };
  return Object.fromEntries([...definitions.keys()].map((name) => [name, run(name)]));
}
