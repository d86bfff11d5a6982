import { readConfig } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { openLog } from '#base/log.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import { decimalText } from '../money.ts';
import { progressBar } from '../progress-bar.ts';
import { readNumber } from '../read-input.ts';
import { flagsOf } from '../settings-flags.ts';
import type { Terminal } from '../terminal.ts';

export type VehiclesSeedOptions = Record<string, unknown> & {
  count?: string;
  seed?: string;
  ifEmpty?: boolean;
  json?: boolean;
};

/** Puts made-up vehicles on sale, on the machine where the database is. */
export async function vehiclesSeed(terminal: Terminal, options: VehiclesSeedOptions): Promise<number> {
  const { text, language } = terminal;
  const { count: _count, seed: _seed, ifEmpty: _empty, json: _json, ...settings } = options;
  const config = readConfig({ flags: flagsOf(settings), env: terminal.env, envFile: '.env' });
  const count = readNumber(terminal, { name: '--count', value: options.count ?? '250' }, [1, 1_000_000]);
  const seed = readNumber(terminal, { name: '--seed', value: options.seed ?? '42' }, [0, 2_147_483_647]);
  const shown = (number: number) => decimalText(number, language, 0);
  const bar = progressBar(terminal, {
    total: count,
    words: (added, percent) => text.vehicle.seeding(shown(added), shown(count), `${percent} %`),
  });
  const signal = terminal.untilInterrupted();
  const { seedVehicles } = await import('#main.ts');
  try {
    const added = await seedVehicles(config, openLog('error'), {
      ...{ count, seed, year: terminal.clock.now().getUTCFullYear(), signal, onProgress: bar.show },
      isOnlyIfEmpty: options.ifEmpty === true,
    });
    bar.end();
    const words = added === 0 ? text.vehicle.notSeeded : text.vehicle.seeded(shown(added));
    terminal.out(options.json ? json({ added }) : terminal.paint('good', words));
    return done;
  } catch (thrown) {
    bar.end();
    if (signal.aborted) throw new SigecError('CONFLICT', text.vehicle.seedInterrupted, { cause: thrown });
    throw thrown;
  }
}
