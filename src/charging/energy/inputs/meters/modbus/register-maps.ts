import type { MeterSource } from '#contract/energy/site-energy.ts';
import { type ModbusClient, ModbusFailure } from './modbus-client.ts';

export type MeterModel = Extract<MeterSource, { kind: 'modbus-tcp' }>['model'];

export type ModbusReading = { powerW: number; lineA: [number, number, number] | null };

/** How each model tells its power and its currents. */
export const readModel = {
  sdm630: readSdm630,
  em24: readEm24,
  sunspec: readSunSpec,
} satisfies Record<MeterModel, (client: ModbusClient) => Promise<ModbusReading>>;

type Registers = Pick<ModbusClient, 'read'>;

/** Eastron SDM630: floats of two input registers; currents of the lines at 0x0006, the power of all at 0x0034. */
async function readSdm630(client: Registers): Promise<ModbusReading> {
  const currents = await client.read('input', 0x0006, 6);
  const power = await client.read('input', 0x0034, 2);
  return {
    powerW: finite(power.readFloatBE(0)),
    lineA: [0, 4, 8].map((offset) => finite(currents.readFloatBE(offset))) as [number, number, number],
  };
}

/** Carlo Gavazzi EM24: whole numbers of two registers, the low word first; currents in mA at 0x000C, power in tenths of W at 0x0028. */
async function readEm24(client: Registers): Promise<ModbusReading> {
  const currents = await client.read('input', 0x000c, 6);
  const power = await client.read('input', 0x0028, 2);
  return {
    powerW: lowWordFirst(power, 0) / 10,
    lineA: [0, 4, 8].map((offset) => lowWordFirst(currents, offset) / 1000) as [number, number, number],
  };
}

function lowWordFirst(registers: Buffer, offset: number): number {
  return (registers.readInt16BE(offset + 2) << 16) | registers.readUInt16BE(offset);
}

const sunSpecBases = [40_000, 50_000, 0];
const sunSpecMark = 0x53756e53; // "SunS"
const sunSpecMeters = new Set([201, 202, 203, 204]);
const sunSpecEnd = 0xffff;
const maxModels = 50;
const notImplemented = -0x8000;

/** A SunSpec meter: a chain of models behind a mark; those of meters hold currents at 1 to 3 and power at 16, each with a power of ten. */
async function readSunSpec(client: Registers): Promise<ModbusReading> {
  const begin = await findMeterModel(client);
  const values = await client.read('holding', begin, 21);
  const at = (index: number) => values.readInt16BE(index * 2);
  const scaled = (index: number, scale: number) => at(index) * 10 ** at(scale);
  if (at(16) === notImplemented || at(20) === notImplemented) throw new ModbusFailure('it answered something else');
  const hasLines = [1, 2, 3, 4].every((index) => at(index) !== notImplemented);
  return {
    powerW: finite(scaled(16, 20)),
    lineA: hasLines ? [finite(scaled(1, 4)), finite(scaled(2, 4)), finite(scaled(3, 4))] : null,
  };
}

async function findMeterModel(client: Registers): Promise<number> {
  for (const base of sunSpecBases) {
    const mark = await orRefused(client.read('holding', base, 2));
    if (mark?.readUInt32BE(0) !== sunSpecMark) continue;
    let at = base + 2;
    for (let model = 0; model < maxModels; model += 1) {
      const head = await client.read('holding', at, 2);
      const [id, length] = [head.readUInt16BE(0), head.readUInt16BE(2)];
      if (sunSpecMeters.has(id)) return at + 2;
      if (id === sunSpecEnd) break;
      at += 2 + length;
    }
  }
  throw new ModbusFailure('it is no SunSpec meter');
}

/** An address where a device has no registers is refused by it; one that does not answer is another thing. */
async function orRefused(reading: Promise<Buffer>): Promise<Buffer | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ModbusFailure && error.message.startsWith('it refused')) return undefined;
    throw error;
  }
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new ModbusFailure('it answered something else');
  return value;
}
