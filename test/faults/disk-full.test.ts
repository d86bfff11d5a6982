import { expect, test } from 'vitest';
import type { Readiness } from '../../src/contract/health.ts';
import { checkEmbeddedDatabase } from '../../src/doctor/check-database.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { ProductProcess } from '../support/product-process.ts';
import { runSigec } from '../support/run-sigec.ts';
import { scale } from '../support/scale.ts';
import { answers, compareWithTruth, refusals, startChargingFleet, tellAll } from './charging-fleet.ts';
import { every } from './every.ts';
import { smallDisk } from './small-disk.ts';

const count = scale({ test: 50, soak: 200 });
const fullSeconds = scale({ test: 8, soak: 120 });

test(
  `the disk is full for ${fullSeconds} s while ${count} stations charge: we say why at once, come back and lose nothing`,
  async (context) => {
    await using disk = await smallDisk('700m').catch((error: unknown) => {
      console.log(`No disk could be mounted here, so nothing is known about a full one: ${String(error)}`);
      return context.skip('mounting is not permitted');
    });
    await using sigec = await ProductProcess.start({ DATA_DIR: disk.folder });
    await using browser = await openBrowser();
    const { page: english } = await openPage(browser, sigec.apiUrl);
    const { page: portuguese } = await openPage(browser, sigec.apiUrl, { language: 'pt-BR' });
    await using fleet = await startChargingFleet(sigec, { count });
    await answers(fleet, 2 * count);
    expect(await readiness(sigec)).toMatchObject({ status: 'ready', since: null });

    await disk.keepFull();
    const looks: { at: number; readiness: Readiness }[] = [];
    await using watch = every(100, async () => {
      looks.push({ at: Date.now(), readiness: await readiness(sigec) });
    });
    await expect.poll(() => timesLogged(sigec, 'database is away').length, { timeout: 90_000 }).toBe(1);
    const [awayAt = 0] = timesLogged(sigec, 'database is away');
    const shown = Promise.all([
      english.getByText('The disk of the database is full').first().waitFor(),
      portuguese.getByText('O disco do banco de dados está cheio').first().waitFor(),
    ]);
    const doctor = await runSigec(['doctor', '--lang=en'], { DATA_DIR: disk.folder });
    const database = await checkEmbeddedDatabase(disk.folder);
    await shown;
    await watch.until(awayAt + fullSeconds * 1000);

    await disk.free();
    const freedAt = Date.now();
    const isBack = async () => (await readiness(sigec)).status === 'ready' && fleet.stats().accepted === count;
    await expect.poll(isBack, { timeout: 90_000, interval: 100 }).toBe(true);
    const backMs = Date.now() - freedAt;
    await english.getByText('The disk of the database is full').waitFor({ state: 'detached' });
    await answers(fleet, count);
    await tellAll(fleet);

    const { lost, doubled, differing, ...figures } = await compareWithTruth(sigec, fleet);
    const notReadyMs =
      (looks.find(({ at, readiness: { status } }) => at >= awayAt && status === 'not-ready')?.at ?? 0) - awayAt;
    const away = timesLogged(sigec, 'database is away').length;
    const back = timesLogged(sigec, 'database is back').length;
    const logLines = sigec.printed.split('\n').length;
    console.log(
      JSON.stringify({ fullSeconds, notReadyMs, backMs, away, back, logLines, lost: lost.length, ...figures }),
    );
    expect(notReadyMs).toBeLessThanOrEqual(2_000);
    const later = looks.filter(({ at }) => at > awayAt + 2_000 && at < freedAt).map((look) => look.readiness);
    expect(later.filter(({ causes, since }) => causes[0] !== 'disk-full' || since === null)).toEqual([]);
    expect(later[0]?.reasons).toEqual([expect.stringContaining('its disk is full')]);
    expect(doctor.stdout).toMatch(/is full: nothing can be stored[^]*Free at least/);
    expect(database).toMatchObject({ isFine: false, state: 'database-disk-full' });
    expect({ away, back }).toEqual({ away: 1, back: 1 });
    expect({ lost, doubled, differing }).toEqual({ lost: [], doubled: [], differing: [] });
    expect(figures.billedWh).toBe(figures.deliveredWh);
    expect(refusals(fleet)).toEqual([]);
  },
  scale({ test: 400_000, soak: 900_000 }),
);

async function readiness({ apiUrl }: ProductProcess): Promise<Readiness> {
  return (await (await fetch(`${apiUrl}/readyz`)).json()) as Readiness;
}

/** When the product logged this sentence, each time. */
function timesLogged({ printed }: ProductProcess, sentence: string): number[] {
  const lines = printed.split('\n').filter((line) => line.includes(`"${sentence}"`));
  return lines.map((line) => (JSON.parse(line) as { time: number }).time);
}
