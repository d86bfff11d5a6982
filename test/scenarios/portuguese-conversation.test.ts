import { afterAll, beforeAll, expect, test } from 'vitest';
import { interpreterMind } from '../../src/assistant/interpreter/interpreter-mind.ts';
import { openServers } from '../../src/assistant/servers/open-servers.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { CreatedKey } from '../../src/contract/agents/principal.ts';
import { talk } from '../support/agent-parts.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', DEMO_VEHICLES: '250', DEMO_BOOKS: 'on' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

/** Words of English sentences that are no words of Portuguese, nor names of anything here. */
const english =
  /(?<![\p{L}\p{N}_`'-])(?:the|is|are|was|were|has|have|with|which|there|this|that|these|not|from|of|and|by|for|your|nothing|nobody|somebody|what|when|where|until|since|waits|running|called|found|sold|given|before|after|station|stations|charge point|charge points|vehicles|books|price|brand|session)(?![\p{L}\p{N}_`'-])/giu;

const requests = [
  ...['quais estações existem?', 'quais carregadores estão com falha?', 'quais estações estão offline?'],
  ...['quanta energia vendemos este mês?', 'quanto faturamos hoje?', 'quais sessões estão em andamento?'],
  ...['quais tarifas existem?', 'quais locais temos?', 'quais motoristas estão cadastrados?'],
  ...[
    'quais dispositivos estão conectados?',
    'o que precisa da minha atenção?',
    'ajuda',
    'que propostas estão esperando?',
  ],
  ...['quais marcas de carro vocês vendem?', 'quero um carro elétrico até 150 mil', 'quais cores de carro existem?'],
  ...['carro da Jaguar', 'qual a faixa de preço dos carros?', 'livros sobre python', 'quais categorias de livros há?'],
  ...['reinicia o CP-404 agora', 'qual o sentido da vida?', 'xyzzy'],
];

test.each(requests)('“%s” is answered without an English sentence', async (request) => {
  const { secret } = await sigec.api.post<CreatedKey>('/api/keys', { kind: 'agent', role: 'operator', name: 'Léo' });
  const headers = { authorization: `Bearer ${secret}` };
  const servers = openServers({
    settings: [{ name: 'sigec', isOwn: true, kind: 'http', url: sigec.addresses.mcp, headers }],
  });
  try {
    await servers.settled();
    const mind = interpreterMind({ clock: systemClock, timeZone: 'America/Recife', language: 'pt-BR' });
    const person = talk({ mind, servers, language: 'pt-BR' });
    await person.ask(request);
    expect(person.shown()).not.toBe('');
    expect([...person.shown().matchAll(english)].map(([word]) => word)).toEqual([]);
  } finally {
    await servers.close();
  }
});
