import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addedServer, deviceAnswer, deviceDetail, deviceList } from '#contract/devices/device.ts';
import { displayBoard } from '#simulator/devices/boards/display.ts';
import { probeBoard } from '#simulator/devices/boards/probe.ts';
import { type ActivatedDevice, patience, simulatedAt } from '../../../test/support/activated-device.ts';
import { adminKey, startSigec, type TestSigec } from '../../../test/support/sigec.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';

let sigec: TestSigec;
let device: ActivatedDevice;
const id = 'aa:bb:cc:00:00:01';
const probe = probeBoard();
const snapshots = displayBoard().tools.filter(({ name }) => name === 'self.screen.snapshot');
const board = { ...probe, tools: [...probe.tools, ...snapshots] };

beforeAll(async () => {
  sigec = await startSigec();
  device = simulatedAt(sigec, { id, board });
  device.start();
  await vi.waitUntil(() => device.code !== undefined, patience);
}, 60_000);
afterAll(async () => {
  await device[Symbol.asyncDispose]();
  await sigec[Symbol.asyncDispose]();
});

async function runWith(given: Parameters<typeof recordedTerminal>[0], ...args: string[]) {
  const language = args.includes('pt-BR') ? 'pt-BR' : 'en';
  const env = { SIGEC_URL: sigec.addresses.api, SIGEC_KEY: adminKey };
  const terminal = recordedTerminal({ env, language, ...given });
  const exitCode = await runSigec(['device', ...args], terminal);
  return { exitCode, ...terminal.shown };
}
const run = (...args: string[]) => runWith({}, ...args);

test('a device that waits is seen, and activated by the code it shows', async () => {
  const listed = await run('list');
  expect(listed.out).toMatch(/aa:bb:cc:00:00:01 +waits to be activated +sigec-probe/);
  expect(listed.err).toBe('1 device shows a code; enter it: sigec device activate <code>\n');
  expect(listed.out).not.toContain(device.code); // whoever activates it has read it there
  expect(await run('activate', '12345')).toMatchObject({ exitCode: 2 });
  const wrong = await run('activate', device.code === '000000' ? '000001' : '000000', '--lang', 'pt-BR');
  expect(wrong).toMatchObject({
    exitCode: 4,
    err: expect.stringContaining('Nenhum dispositivo mostra o código') as string,
  });
  const activated = await run('activate', device.code ?? '', '--name', 'Probe');
  expect(activated).toMatchObject({ exitCode: 0, out: 'Probe is activated.\n' });
  await expect
    .poll(async () => deviceList.parse(JSON.parse((await run('list', '--json')).out)).devices[0]?.toolCount, patience)
    .toBe(board.tools.length);
  expect((await run('list', '--online')).out).toMatch(/aa:bb:cc:00:00:01 +Probe +online/);
  expect((await run('list', '--offline')).err).toMatch(/^No device fits\./);
}, 60_000);

test('it is shown by its name, with its tools', async () => {
  const shown = await run('show', 'probe');
  expect(shown.exitCode).toBe(0);
  expect(shown.out).toMatch(/^Probe \(aa:bb:cc:00:00:01\)\n\nKind +device\nState +online\nConnection +mqtt/);
  expect(shown.out).toMatch(
    /self\.light\.set_rgb +r: integer 0…255, g: integer 0…255, b: integer 0…255 +R1 +not judged yet/,
  );
  expect(shown.out).toMatch(/self\.reboot +R2 \(for its user\) +not judged yet/);
  expect(deviceDetail.parse(JSON.parse((await run('show', 'AA-BB-CC-00-00-01', '--json')).out)).id).toBe(id);
  expect(await run('show', 'prob')).toMatchObject({
    exitCode: 4,
    err: expect.stringContaining('no device prob') as string,
  });
  expect((await run('tools', 'Probe', '--refresh')).out.split('\n').length).toBe(board.tools.length + 2);
});

test('it is called, and a script sees the outcome', async () => {
  expect(await run('call', 'Probe', 'light.set_rgb', '{"r":0,"g":255,"b":0}')).toMatchObject({
    exitCode: 0,
    out: 'true\n',
  });
  expect(board.light).toMatchObject({ isOn: true, g: 255 });
  expect(await run('call', 'Probe', 'self.servo.turn')).toMatchObject({ exitCode: 6, out: 'servo "A" jammed\n' });
  expect((await run('call', 'Probe', 'light.set_rgb', '{"r":999}')).exitCode).toBe(2);
  expect((await run('call', 'Probe', 'light.set_rgb', 'red')).exitCode).toBe(2);
  expect((await run('call', 'Probe', 'self.none')).exitCode).toBe(4);
  expect((await run('call', 'Probe', 'dog.forward', '{}', '--timeout', '0')).exitCode).toBe(2);
  const asJson = await run('call', 'Probe', 'dog.forward', '--json');
  expect(deviceAnswer.parse(JSON.parse(asJson.out))).toMatchObject({ status: 'done' });
  const file = join(await mkdtemp(join(tmpdir(), 'sigec-')), 'snapshot.jpg');
  const saved = await run('call', 'Probe', 'self.dog.forward', '{}', '--save', file);
  expect(saved).toMatchObject({ exitCode: 2, err: expect.stringContaining('without an image') as string });
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  const image = await run('call', 'Probe', 'screen.snapshot', '{}', '--save', file);
  expect(image).toMatchObject({ exitCode: 0, err: `The image is in ${file}.\n` });
  expect((await readFile(file)).subarray(0, 2).toString('hex')).toBe('ffd8');
  await rm(dirname(file), { recursive: true });
});

test('a text is shown on its screen, and a server has none', async () => {
  expect(await run('alert', 'Probe', 'Volta às 18h', '--title', 'Pátio')).toMatchObject({
    exitCode: 0,
    out: 'The text was sent to the device.\n',
  });
  expect((await run('alert', 'Probe', '')).exitCode).toBe(2);
  await run('add-server', 'no-screen');
  expect(await run('alert', 'no-screen', 'hello', '--lang', 'pt-BR')).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('não tem tela') as string,
  });
  await run('remove', 'no-screen');
});

test('tools are shown before they are accepted; a no accepts nothing', async () => {
  const no = await runWith({ typed: ['n'] }, 'accept', 'Probe', 'light.set_rgb', '--tier', 'R0');
  expect(no.exitCode).toBe(1);
  expect(no.err).toMatch(
    /self\.light\.set_rgb[^]*In the words of the device[^]*Sets the RGB colour[^]*Nothing was accepted/,
  );
  expect(await run('accept', 'Probe', 'light.set_rgb')).toMatchObject({ exitCode: 2 }); // nobody to ask
  const yes = await runWith({ typed: ['y'] }, 'accept', 'Probe', 'light.set_rgb', '--tier', 'R0');
  expect(yes).toMatchObject({ exitCode: 0, out: 'self.light.set_rgb is accepted as R0.\n' });
  expect(await run('accept', 'Probe', 'self.reboot', '--yes', '--tier', 'R1')).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('asks for R2 at least') as string,
  });
  expect(await run('refuse', 'Probe', 'self.upgrade_firmware')).toMatchObject({ exitCode: 0 });
  expect(await run('accept', 'Probe', '--all', '--yes')).toMatchObject({ exitCode: 0 });
  const { tools } = deviceDetail.parse(JSON.parse((await run('show', 'Probe', '--json')).out));
  const refused = tools.filter(({ trust }) => trust !== 'accepted').map(({ name, trust }) => [name, trust]);
  expect(refused).toEqual([['self.upgrade_firmware', 'refused']]);
  expect(await run('accept', 'Probe', '--all', '--yes')).toMatchObject({
    exitCode: 0,
    err: 'There is nothing to judge.\n',
  });
  expect((await run('accept', 'Probe')).exitCode).toBe(2);
}, 30_000);

test('servers, places, names and blocking', async () => {
  const added = await run('add-server', 'calculator', '--name', 'Sums');
  expect(added).toMatchObject({ exitCode: 0, err: expect.stringContaining('shown this once') as string });
  expect(added.out).toMatch(/^ws:\/\/\S+\n$/);
  const renewed = addedServer.parse(JSON.parse((await run('renew-address', 'calculator', '--json')).out));
  expect(renewed.address).not.toBe(added.out.trim());
  expect((await run('remove', 'Sums')).out).toBe('calculator is forgotten.\n');

  await sigec.api.post('/api/sites', { id: 'praia', name: 'Praia', timeZone: 'America/Bahia', currency: 'BRL' });
  expect(await run('place', 'Probe', 'praia', '--note', 'by the lift')).toMatchObject({ exitCode: 0 });
  expect((await run('place', 'Probe', 'praia', '--connector', '2')).exitCode).toBe(2);
  expect((await run('list', '--site', 'praia')).out).toMatch(/Probe +online +praia/);
  expect((await run('unplace', 'Probe')).exitCode).toBe(0);
  expect((await run('unplace', 'Probe')).exitCode).toBe(4);

  expect((await run('rename', 'Probe', 'Porta')).out).toBe(`${id} is called Porta.\n`);
  expect((await run('block', 'Porta', '--lang', 'pt-BR')).out).toBe(`${id} está bloqueado.\n`);
  await expect.poll(async () => (await run('list')).out, patience).toMatch(/Porta +blocked/);
  expect(await run('call', 'Porta', 'dog.forward')).toMatchObject({ exitCode: 5 });
  expect((await run('unblock', 'Porta')).out).toMatch(/is not blocked any more. Start it again/);
}, 30_000);
