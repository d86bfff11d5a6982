import { expect, test } from 'vitest';
import type { Log } from '#base/log.ts';
import { enterStation, openAgentDoor } from '../../../../test/support/agent-door.ts';
import { startBadServer, startFragileServer } from '../../../../test/support/bad-mcp-server.ts';
import { scale } from '../../../../test/support/scale.ts';
import { asker } from '../../../../test/support/tools-view.ts';
import { type RuleName, rules } from './finding.ts';
import { scanMcp } from './scan-mcp.ts';

test('every kind of fault is found in a server that has them all, where it is', async () => {
  await using bad = await startBadServer();
  const report = await scanMcp({ address: bad.address, key: 'mine', otherKey: 'other', timeoutMs: 500 });
  expect(report.eras).toEqual(['modern', 'legacy']);
  const whereOf = (rule: RuleName) =>
    report.findings.filter((finding) => finding.rule === rule).map(({ where }) => where);
  const expected: [RuleName, string][] = [
    ['hidden-characters', 'tool hides_text'],
    ['instructions-in-text', 'tool gives_orders'],
    ['instructions-in-text', 'tool orders_in_schema'],
    ['secret-in-text', 'tool shows_secret'],
    ['duplicate-name', 'tool get_price'],
    ['reads-by-name-of-change', 'tool delete_everything'],
    ['confusable-name', 'tool list_items'],
    ['unusual-name', 'tool привет мир'],
    ['no-description', 'tool says_nothing'],
    ['no-schema', 'tool has_no_schema'],
    ['remote-reference', 'tool refers_away'],
    ['harmless-by-name-of-harm', 'tool reset_all'],
    ['open-schema', 'tool get_price'],
    ['no-output-schema', 'tool get_price'],
    ['argument-not-described', 'tool undescribed'],
    ['argument-without-bounds', 'tool undescribed'],
    ['no-annotations', 'tool unmarked'],
    ['too-long', 'tool talks_much'],
    ['server-error', 'tool fails_hard'],
    ['stack-trace', 'tool shows_stack'],
    ['database-text', 'tool shows_query'],
    ['secret-in-answer', 'tool leaks_secret'],
    ['file-read', 'tool reads_files'],
    ['file-read', 'server'],
    ['template-run', 'tool runs_templates'],
    ['command-run', 'tool runs_commands'],
    ['echo-in-text', 'tool repeats_text'],
    ['echo-in-text', 'prompt ask'],
    ['echo-in-data', 'tool repeats_data'],
    ['path-in-answer', 'tool leaks_path'],
    ['internal-error', 'tool breaks_inside'],
    ['schema-not-kept', 'tool checks_nothing'],
    ['huge-answer', 'tool says_much'],
    ['no-answer', 'tool never_answers'],
    ['foreign-id-answered', 'tool get_order'],
    ['wrong-key-accepted', 'server'],
    ['foreign-page-accepted', 'server'],
  ];
  for (const [rule, where] of expected)
    expect({ rule, where: whereOf(rule) }).toMatchObject({ rule, where: expect.arrayContaining([where]) as unknown });
  // Those that need a server of their own follow below.
  const elsewhere: RuleName[] = ['server-gone', 'list-changed', 'too-many-tools'];
  const shown = new Set<string>([...expected.map(([rule]) => rule), ...elsewhere]);
  expect(Object.keys(rules).filter((rule) => !shown.has(rule))).toEqual([]);
  expect(report.notCalled.toSorted()).toEqual(['reset_all', 'unmarked']);
  expect(JSON.stringify(report)).not.toMatch(/\p{Cf}|\p{Cc}/u);
});

test('a server that falls over is noticed, and the scan ends', async () => {
  await using fragile = await startFragileServer();
  const { findings } = await scanMcp({ address: fragile.address, timeoutMs: 1_000 });
  expect(findings).toContainEqual(expect.objectContaining({ rule: 'server-gone', where: 'tool falls_over' }));
});

test('definitions that change while they are looked at, and too many of them', async () => {
  const many = Array.from({ length: 130 }, (_each, index) => ({
    definition: { name: `tool_${index}`, description: 'One of very many tools.', inputSchema: { type: 'object' } },
    answer: () => ({ content: [] }),
  }));
  await using bad = await startBadServer({ tools: many, isStable: false });
  const { findings } = await scanMcp({ address: bad.address, timeoutMs: 1_000 });
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(
    expect.objectContaining(new Set(['list-changed', 'too-many-tools'])),
  );
});

test('an address where nobody speaks MCP is told as such', async () => {
  await expect(scanMcp({ address: 'http://127.0.0.1:9/mcp', timeoutMs: 500 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('our own server has no finding of high or medium severity, also with every tool called', async () => {
  const faults: object[] = [];
  const log: Log = { debug() {}, info() {}, warn() {}, error: (facts) => faults.push(facts) };
  let seconds = Date.now() / 1000;
  const clock = { now: () => new Date((seconds += 30) * 1000) }; // as if the scan took its time: no tool is called too often
  await using door = await openAgentDoor({ log, clock });
  await enterStation(door.charging, { stationId: 'CP-7' });
  const key = await door.makeKey({ kind: 'agent', role: 'operator' });
  const otherKey = await door.makeKey({ kind: 'agent', role: 'operator' });
  const theirs = await asker(door.mcp.address, otherKey)('POST', '/reset_charge_point', { charge_point_id: 'CP-7' });
  expect(theirs.status).toBe(202);
  const address = `${door.mcp.address}/x/charging`;
  const report = await scanMcp({ address, key, otherKey, isAll: true, maxCalls: scale({ test: 40, soak: 400 }) });
  const { tools, resources, prompts, calls, notJudged } = report.counts;
  console.log(
    `scan of ${tools} tools, ${resources} resources and ${prompts} prompts: ${calls} calls, ${notJudged} not judged, ${report.findings.length} findings`,
  );
  expect(report.findings.filter(({ severity }) => severity !== 'low')).toEqual([]);
  expect(report.notCalled).toEqual([]);
  expect(notJudged).toBe(0);
  expect(faults).toEqual([]);
  // What waits for somebody else was asked for by its id, and not shown.
  const { proposal_id } = theirs.body['data'] as { proposal_id: string };
  const tried = (await door.audit('tool:get_proposal')).filter(({ subject }) => subject === proposal_id);
  expect(tried.map(({ outcome }) => outcome)).toEqual(['failed']);
}, 300_000);
