import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Decision } from '../../src/assistant/allowances/decide-call.ts';
import type { Mind } from '../../src/assistant/conversation/mind.ts';
import { interpreterMind } from '../../src/assistant/interpreter/interpreter-mind.ts';
import { lookups } from '../../src/assistant/interpreter/names/directory.ts';
import { readAnswer, rowsIn } from '../../src/assistant/interpreter/plans/read-answer.ts';
import { systemPrompt } from '../../src/assistant/prompts/system-prompt.ts';
import { mindOfModel } from '../../src/assistant/providers/model-of.ts';
import { openServers } from '../../src/assistant/servers/open-servers.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { CreatedKey } from '../../src/contract/agents/principal.ts';
import type { ProposalList } from '../../src/contract/agents/proposal.ts';
import type { BookOrderPage } from '../../src/contract/bookshop/book.ts';
import type { Report } from '../../src/contract/reports/report.ts';
import { RecordingStation } from '../safety/recording-station.ts';
import { eventsOf, type Talk, talk } from '../support/agent-parts.ts';
import { startModelServer } from '../support/model-servers/model-server.ts';
import type { ModelRequest } from '../support/model-servers/wire.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { asker } from '../support/tools-view.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const timeZone = 'America/Recife';

let sigec: TestSigec;
let database: Client;
let ana: CreatedKey;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', DEMO_VEHICLES: '2000', DEMO_BOOKS: 'on' });
  database = new Client({ connectionString: sigec.databaseUrl });
  await database.connect();
  ana = await sigec.api.post<CreatedKey>('/api/keys', { kind: 'person', role: 'operator', name: 'Ana' });
});
afterAll(async () => {
  await database.end();
  await sigec[Symbol.asyncDispose]();
});

const vague = 'Oi, to procurando um carro.';
const precise = 'Gosto da VW. Queria um modelo até uns 80 mil, mais novo.';

/** What is really for sale, by the same wish. */
async function fitting(yearMin: number): Promise<number> {
  const sql = `select count(*)::int as count from veiculo where marca = 'Volkswagen' and preco <= 80000 and ano_fabricacao >= $1`;
  const { rows } = await database.query<{ count: number }>(sql, [yearMin]);
  return rows[0]?.count ?? 0;
}

test('the dialogues of the seed, with a model: a vague wish asks the support tools, brand and price search', async () => {
  await using at = await withModel('/x/vehicles');
  const { model, person } = at;
  model.say(
    {
      text: ['<thinking>Muito vago: primeiro as marcas e os preços.</thinking>', 'Vou ver o que temos. '],
      calls: [
        { id: 'a', name: 'listar_marcas', arguments: {} },
        { id: 'b', name: 'obter_range_precos', arguments: {} },
      ],
    },
    (request) => ({ text: [`Temos, por exemplo, ${brandsIn(request).slice(0, 5).join(', ')}. De qual gosta?`] }),
  );
  expect(await person.ask(vague)).toMatchObject({ reason: 'done', turns: 2 });
  expect(callsOf(person)).toEqual([
    ['listar_marcas', {}],
    ['obter_range_precos', {}],
  ]);
  expect(model.requests[0]?.system).toContain('Car-Pal');
  expect(model.requests[0]?.system).toContain('listar_marcas');
  expect(person.shown()).toMatch(/^Vou ver o que temos\. Temos, por exemplo, .+, .+\. De qual gosta\?$/);
  const sold = await database.query<{ marca: string }>('select distinct marca from veiculo');
  expect(sold.rows.map(({ marca }) => marca)).toEqual(
    expect.arrayContaining(brandsIn(model.requests[1] as ModelRequest)) as string[],
  );

  const wanted = { marca: 'Volkswagen', ano_min: 2020, preco_max: 80_000 };
  model.say({ calls: [{ id: 'c', name: 'buscar_veiculos', arguments: wanted }] }, (request) => ({
    text: [lastAnswer(request).split('\n\n')[0] ?? ''],
  }));
  expect(await person.ask(precise)).toMatchObject({ reason: 'done', turns: 2 });
  expect(callsOf(person)).toEqual([['buscar_veiculos', wanted]]);
  // The table is that of the tool, which models show as it stands.
  expect(person.shown()).toMatch(/^\| Marca \| Modelo \|/);
  const rows = person.shown().match(/^\| Volkswagen \|/gm) ?? [];
  expect(rows).toHaveLength(Math.min(10, await fitting(2020)));
  expect(rows.length).toBeGreaterThan(0);
  expect(person.asked).toEqual([]); // whoever only looks is asked for nothing
  expect(model.complaints).toEqual([]);
});

test('the dialogues of the seed, with the interpreter', async () => {
  await using at = await withInterpreter();
  const { person } = at;
  await person.ask(vague);
  expect(callsOf(person)).toEqual([
    ['listar_marcas', {}],
    ['obter_range_precos', {}],
  ]);
  expect(person.shown()).toMatch(/\*\*Marcas\*\* \(\d+\): .*Volkswagen/);
  expect(person.shown()).toMatch(/\*\*Preços\*\*: R\$/);
  await person.ask(precise);
  expect(callsOf(person)).toEqual([
    ['buscar_veiculos', { marca: 'Volkswagen', preco_max: 80_000, ordenacao: 'mais_novo', limite: 10 }],
  ]);
  const rows = person.shown().match(/^\| \d+ \| Volkswagen \|/gm) ?? [];
  expect(rows).toHaveLength(Math.min(10, await fitting(1900)));
  expect(person.shown()).not.toContain('Não usei');
  expect(rows.length).toBeGreaterThan(0);
  expect(person.asked).toEqual([]);
});

type Turn = [said: string, tool: string, given: (ids: readonly string[]) => Record<string, unknown>];

/** Each goes on from those before: what was said stays said, until it is said otherwise. */
function fourteenTurns(): Turn[] {
  const search = { carroceria: 'SUV', preco_max: 150_000, limite: 10 };
  const wish = { ...search, transmissao: 'Automática', combustivel: 'Flex', ano_min: 2018 };
  const cheaper = { ...wish, preco_max: 140_000, cor: 'Preto' };
  return [
    ['procuro um SUV até 150 mil', 'buscar_veiculos', () => search],
    ['só automáticos', 'buscar_veiculos', () => ({ ...search, transmissao: 'Automática' })],
    ['e flex?', 'buscar_veiculos', () => ({ ...search, transmissao: 'Automática', combustivel: 'Flex' })],
    ['de 2018 em diante', 'buscar_veiculos', () => wish],
    ['branco', 'buscar_veiculos', () => ({ ...wish, cor: 'Branco' })],
    ['e preto?', 'buscar_veiculos', () => ({ ...wish, cor: 'Preto' })],
    ['mais barato que 140 mil', 'buscar_veiculos', () => cheaper],
    ['qual é o mais novo?', 'buscar_veiculos', () => ({ ...cheaper, ordenacao: 'mais_novo' })],
    ['compare os dois primeiros', 'comparar_veiculos', ([one, two]) => ({ veiculo_ids: [one, two] })],
    ['detalhes do primeiro', 'detalhes_veiculo', ([one]) => ({ veiculo_id: one })],
    [
      'quanto fica ele em 48 vezes a 1,5% ao mês?',
      'simular_financiamento',
      ([one]) => ({ veiculo_id: one, meses: 48, taxa_mensal_pct: 1.5 }),
    ],
    ['e em 36 vezes?', 'simular_financiamento', ([one]) => ({ veiculo_id: one, meses: 36, taxa_mensal_pct: 1.5 })],
    ['quais marcas vocês têm?', 'listar_marcas', () => ({})],
    ['e da Toyota até 120 mil?', 'buscar_veiculos', () => ({ marca: 'Toyota', preco_max: 120_000, limite: 10 })],
  ];
}

/** The vehicles of the last list that a tool told, in its order. */
function vehiclesTold({ conversation }: Talk): string[] {
  const told = conversation.messages.findLast(({ role, text }) => role === 'tool' && text.includes('"veiculos"'));
  const { data } = readAnswer(told?.text ?? '', false);
  return rowsIn(data, 'veiculos').map(({ id }) => String(id));
}

test('fourteen turns go on from one another, with the interpreter', async () => {
  await using at = await withInterpreter();
  const { person } = at;
  for (const [said, tool, given] of fourteenTurns()) {
    const ids = vehiclesTold(person);
    await person.ask(said);
    expect([said, callsOf(person)]).toEqual([said, [[tool, given(ids)]]]);
    expect(person.shown()).not.toMatch(/Não usei|Não entendi/);
  }
  expect(person.asked).toEqual([]);
});

test('fourteen turns go on from one another, with a model', async () => {
  await using at = await withModel('/x/vehicles');
  const { model, person } = at;
  const turns = fourteenTurns();
  for (const [index, [said, tool, given]] of turns.entries()) {
    const call = { id: `call-${index}`, name: tool, arguments: given(vehiclesTold(person)) };
    model.say({ calls: [call] }, { text: [`Resposta ${index}.`] });
    expect(await person.ask(said)).toMatchObject({ reason: 'done', turns: 2 });
    expect([said, callsOf(person)]).toEqual([said, [[tool, call.arguments]]]);
    // Every turn is asked with all that was said before, the persona, and all tools of the pack.
    const { messages, system, tools } = model.requests.at(-1) as ModelRequest;
    // The time of asking stands behind what was said.
    expect(messages.filter(({ role }) => role === 'user').map(({ text }) => text.split('\n')[0])).toEqual(
      turns.slice(0, index + 1).map(([words]) => words),
    );
    expect(system).toContain('Car-Pal');
    expect(tools.map(({ name }) => name)).toContain(tool);
    expect(person.shown()).toBe(`Resposta ${index}.`);
  }
  expect(model.complaints).toEqual([]);
});

test('a whole purchase in the bookshop, with a model', async () => {
  await using at = await withModel('/x/bookshop', ({ tool }) => tool.tool === 'create_checkout');
  const { model, person } = at;
  const [orders, stock] = [await ordersNow(), await stockOf('tec-001')];
  model.say({ calls: [{ id: 'a', name: 'search_books', arguments: { query: 'python' } }] }, (request) => ({
    text: [`O primeiro é ${foundIn(request, /"title":"([^"]+)"/)}.`],
  }));
  await person.ask('Quero aprender Python, que livro vocês têm?');
  expect(model.requests[0]?.system).toMatch(/search_books/);
  expect(person.shown()).toBe('O primeiro é Python na Bancada.');

  const items = [{ book_id: 'tec-001', quantity: 1 }];
  const wish = { items, discount_code: 'TECH15', delivery: 'pickup' };
  model.say(
    { calls: [{ id: 'b', name: 'calculate_cart', arguments: wish }] },
    (request) => ({ text: [`São ${foundIn(request, /"total_cents":(\d+)/)} centavos, com o cupom. Compro?`] }),
    { calls: [{ id: 'c', name: 'create_checkout', arguments: wish }] },
    (request) => ({
      calls: [
        {
          id: 'd',
          name: 'complete_checkout',
          arguments: { checkout_id: foundIn(request, /"checkout_id":"([^"]+)"/), payment_token: 'success_token' },
        },
      ],
    }),
    { text: ['Espera por uma pessoa.'] },
    (request) => ({
      calls: [
        {
          id: 'e',
          name: 'apply_proposal',
          arguments: { proposal_id: foundIn(request, /"proposal_id":"([^"]+)"/) },
        },
      ],
    }),
    (request) => ({ text: [`Pedido ${foundIn(request, /"order_id":"([^"]+)"/)}.`] }),
  );
  await person.ask('Quanto fica com TECH15, retirando na loja?');
  expect(person.shown()).toBe('São 7642 centavos, com o cupom. Compro?');
  await person.ask('Sim, com success_token.');
  expect(person.shown()).toBe('Espera por uma pessoa.');
  // Neither the checkout nor the wish to pay has bought anything.
  expect([await ordersNow(), await stockOf('tec-001')]).toEqual([orders, stock]);
  expect(await approveAll()).toBe(1);
  expect(await ordersNow()).toBe(orders);
  await person.ask('Aprovei.');
  expect(person.shown()).toMatch(/^Pedido .+\.$/);
  expect([await ordersNow(), await stockOf('tec-001')]).toEqual([orders + 1, stock - 1]);
  expect(person.asked.map(({ tool }) => tool.tool)).toEqual(['create_checkout']);
  expect(model.complaints).toEqual([]);
});

test('a whole purchase in the bookshop, with the interpreter', async () => {
  await using at = await withInterpreter(({ tool }) => tool.tool === 'create_checkout');
  const { person } = at;
  const [orders, stock] = [await ordersNow(), await stockOf('tec-001')];
  await person.ask('livros sobre python');
  expect(person.shown()).toMatch(/\| 1 \| Python na Bancada \|/);
  await person.ask('compra o 1 com success_token');
  expect(person.shown()).toMatch(/^Entendi: \*\*comprar um exemplar de Python na Bancada por R\$\s89,90/);
  expect(callsOf(person).map(([name]) => name)).toEqual(['get_book_details']);
  await person.ask('sim');
  expect(person.shown()).toMatch(/^Proposto, e nada aconteceu ainda: Pays R\$\s89,90/);
  expect([await ordersNow(), await stockOf('tec-001')]).toEqual([orders, stock]);
  await person.ask('aplica');
  expect(person.shown()).toMatch(/^Nenhuma proposta está aprovada/);
  expect(await approveAll()).toBe(1);
  await person.ask('aplica');
  expect(person.shown()).toMatch(/^Feito\. /);
  expect([await ordersNow(), await stockOf('tec-001')]).toEqual([orders + 1, stock - 1]);
  expect(person.asked.map(({ tool }) => tool.tool)).toEqual(['create_checkout']);
});

test('an evening of an operator, with a model: faults, a reset that Ana approves, the report', async () => {
  await using at = await withModel('/x/charging');
  const { model, person } = at;
  await using faulted = await faultedStation('CP-9');
  const id = faulted.station.stationId;
  model.say({ calls: [{ id: 'a', name: 'list_charge_points', arguments: { status: 'faulted' } }] }, (request) => ({
    text: [`Com falha: ${foundIn(request, /"charge_point_id":"([^"]+)"/)}`],
  }));
  await person.ask('Quais carregadores estão com falha?');
  expect(model.requests[0]?.system).toContain('list_charge_points');
  expect(person.shown()).toBe(`Com falha: ${id}`);

  const given = { charge_point_id: id, type: 'soft' };
  model.say({ calls: [{ id: 'b', name: 'reset_charge_point', arguments: given }] }, { text: ['Está proposto.'] });
  await person.ask('Reinicia quando estiver livre.');
  expect(eventsOf(person.events, 'proposal-made')).toMatchObject([{ proposal: { targets: [`station:${id}`] } }]);
  expect(faulted.heard).toEqual([]);
  expect(await approveAll()).toBe(1);
  expect(faulted.heard).toEqual([]); // an approval is not yet the deed
  model.say(
    (request) => ({
      calls: [
        {
          id: 'c',
          name: 'apply_proposal',
          arguments: { proposal_id: foundIn(request, /"proposal_id":"([^"]+)"/) },
        },
      ],
    }),
    { text: ['Reiniciado.'] },
  );
  await person.ask('Aprovado, pode aplicar.');
  expect(faulted.heard).toEqual(['Reset']);
  await faulted.mended();

  const from = new Date(Date.now() - 3_600_000).toISOString();
  model.say({ calls: [{ id: 'd', name: 'get_report', arguments: { by: 'station', from } }] }, (request) => ({
    text: [`Vendemos ${foundIn(request, /"key":"total".*?"energy_kwh":([\d.]+)/)} kWh.`],
  }));
  await person.ask('E quanto vendemos na última hora?');
  expect(person.shown()).toBe(`Vendemos ${await soldKwh()} kWh.`);
  expect(person.asked).toEqual([]); // what Ana has approved needs no second yes
  expect(model.complaints).toEqual([]);
});

test('an evening of an operator, with the interpreter', async () => {
  await using at = await withInterpreter();
  const { person } = at;
  await using faulted = await faultedStation('CP-19');
  const id = faulted.station.stationId;
  await person.ask('quais carregadores estão com falha?');
  expect(person.shown()).toMatch(new RegExp(`^\\| ${id} \\|`, 'm'));
  await person.ask(`reinicia o ${id} quando estiver livre`);
  expect(person.shown()).toContain(`**reiniciar ${id} assim que ninguém estiver carregando ali.**`);
  await person.ask('não');
  await person.ask('sim'); // there is nothing left to agree to
  expect([...faulted.heard, ...(await waitingProposals())]).toEqual([]);
  await person.ask(`reinicia o ${id} quando estiver livre`);
  await person.ask('sim');
  expect(person.shown()).toMatch(/^Proposto, e nada aconteceu ainda/);
  expect(faulted.heard).toEqual([]);
  expect(await approveAll()).toBe(1);
  await person.ask('aplica');
  expect(person.shown()).toMatch(/^Feito\. /);
  expect(faulted.heard).toEqual(['Reset']);
  await faulted.mended();
  await person.ask('quanta energia vendemos este mês?');
  const kwh = (await soldKwh()).toLocaleString('pt-BR');
  expect(person.shown()).toMatch(new RegExp(`^Energia vendida \\(.*\\): \\*\\*${kwh}(?:,0+)? kWh\\*\\*`));
  expect(person.asked).toEqual([]); // what Ana has approved needs no second yes
});

type Decide = (question: Talk['asked'][number]) => boolean;

/** What was called since the person spoke last, by the tools' own names, in the order of asking. */
function callsOf({ conversation }: Talk): [string, Record<string, unknown>][] {
  const last = conversation.messages.findLastIndex(({ role }) => role === 'user');
  return conversation.messages
    .slice(last)
    .flatMap((message) =>
      message.role === 'assistant'
        ? message.calls.map(({ name, arguments: given }): [string, Record<string, unknown>] =>
            name === 'call_tool'
              ? [String(given['name']), given['arguments'] as Record<string, unknown>]
              : [name, given],
          )
        : [],
    )
    .filter(
      ([name, given]) =>
        !lookups.some((each) => each.tool === name && JSON.stringify(each.given) === JSON.stringify(given)),
    );
}

async function talkOver(path: string, mind: Mind, decide: Decide) {
  const key = { kind: 'agent', role: 'operator', name: 'Scout' };
  const { secret } = await sigec.api.post<CreatedKey>('/api/keys', key);
  const headers = { authorization: `Bearer ${secret}` };
  const url = `${sigec.addresses.mcp}${path}`;
  const servers = openServers({ settings: [{ name: 'sigec', isOwn: true, kind: 'http', url, headers }] });
  await servers.settled();
  const system = await systemPrompt(servers, {
    language: 'pt-BR',
    timeZone,
    role: path.includes('vehicles') ? 'car_pal' : undefined,
  });
  const answer = (question: Parameters<Decide>[0]): Decision => (decide(question) ? 'once' : 'deny');
  const person = talk({ mind, servers, system, language: 'pt-BR', decide: answer });
  return { person, servers };
}

async function withModel(path: string, decide: Decide = () => false) {
  await using opened = new AsyncDisposableStack();
  const model = opened.use(await startModelServer('openai-compatible'));
  const choice = { provider: 'openai-compatible', model: model.model, baseUrl: model.url, key: model.key } as const;
  const { person, servers } = await talkOver(path, await mindOfModel(choice), decide);
  opened.defer(() => servers.close());
  const all = opened.move();
  return { model, person, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** With every pack at one address, as it is by default: what is not listed there is called through call_tool. */
async function withInterpreter(decide: Decide = () => false) {
  const mind = interpreterMind({ clock: systemClock, timeZone, language: 'pt-BR' });
  const { person, servers } = await talkOver('', mind, decide);
  return { person, [Symbol.asyncDispose]: () => servers.close() };
}

function lastAnswer({ messages }: ModelRequest): string {
  return messages.findLast(({ role }) => role === 'tool')?.text ?? '';
}

/** A script cannot read, but it says only what a tool has told. */
function foundIn({ messages }: ModelRequest, pattern: RegExp): string {
  const answers = messages.filter(({ role }) => role === 'tool').map(({ text }) => pattern.exec(text)?.[1]);
  return answers.findLast((found) => found !== undefined) ?? 'nada';
}

function brandsIn({ messages }: ModelRequest): string[] {
  const told = messages.find(({ role, text }) => role === 'tool' && text.includes('"marcas"'))?.text ?? '';
  return JSON.parse(/"marcas":(\[.*?\])/.exec(told)?.[1] ?? '[]') as string[];
}

async function ordersNow(): Promise<number> {
  return (await sigec.api.get<BookOrderPage>('/api/books/orders')).orders.length;
}

async function stockOf(book: string): Promise<number> {
  return (await sigec.api.get<{ stock: number }>(`/api/books/${book}`)).stock;
}

async function waitingProposals(): Promise<string[]> {
  const { proposals } = await sigec.api.get<ProposalList>('/api/proposals');
  return proposals.flatMap(({ id, state }) => (state === 'proposed' ? [id] : []));
}

/** Ana looks at what waits, elsewhere and with her own key, and agrees. */
async function approveAll(): Promise<number> {
  const waiting = await waitingProposals();
  for (const id of waiting)
    expect(await asker(sigec.addresses.api, ana.secret)('POST', `/api/proposals/${id}/approve`, {})).toMatchObject({
      status: 200,
    });
  return waiting.length;
}

async function soldKwh(): Promise<number> {
  const from = new Date(Date.now() - 3_600_000).toISOString();
  return (await sigec.api.get<Report>(`/api/reports?by=total&from=${from}`)).total.energyWh / 1000;
}

/** A station that has sold 1 kWh and then broke; `mended`: it works again after its restart. */
async function faultedStation(stationId: string) {
  const heard: string[] = [];
  const url = sigec.addresses.ocpp;
  const onFrame = ({ action }: { action: string }) => void heard.push(action);
  const station = new RecordingStation({ url, stationId, version: '2.0.1', onFrame });
  const before = await soldKwh();
  await station.connect();
  await station.end(await station.begin('04A1B2C3D4E5F6'));
  await expect.poll(soldKwh, { timeout: 20_000 }).toBe(before + 1);
  await station.status('Faulted');
  return {
    station,
    heard,
    async mended() {
      await station.quiet();
      await station.status('Available');
    },
    [Symbol.asyncDispose]: () => station[Symbol.asyncDispose](),
  };
}
