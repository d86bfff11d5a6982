import { connect, type Socket } from 'node:net';

/** Why a meter could not be read, in words that do not tell what else answers in the network. */
export class ModbusFailure extends Error {}

export type RegisterArea = 'holding' | 'input';

type Waiting = { transaction: number; resolve(registers: Buffer): void; reject(error: Error): void };

type Address = { host: string; port: number; unitId: number; timeoutMs?: number };

const functionCodes = { holding: 3, input: 4 } satisfies Record<RegisterArea, number>;
const headerBytes = 7;
/** A frame of Modbus TCP is never longer. */
const maxFrameBytes = 260;

/**
 * Reads registers over Modbus TCP: one connection, one question at a time, each with an end. A connection that failed is opened again
 * by the next question.
 */
export class ModbusClient {
  private readonly address: Required<Address>;
  private socket: Socket | undefined;
  private waiting: Waiting | undefined;
  private received = Buffer.alloc(0);
  private transaction = 0;

  constructor({ timeoutMs = 3_000, ...address }: Address) {
    this.address = { ...address, timeoutMs };
  }

  /** The registers as bytes, two for each. */
  async read(area: RegisterArea, first: number, count: number): Promise<Buffer> {
    if (this.waiting !== undefined) throw new ModbusFailure('it is still being asked');
    const { timeoutMs } = this.address;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new ModbusFailure('it did not answer in time')), timeoutMs);
    });
    try {
      return await Promise.race([this.ask(area, first, count), late]);
    } catch (error) {
      // An answer that comes after its time would be taken for the next one.
      this.close();
      throw error;
    } finally {
      clearTimeout(timer);
      this.waiting = undefined;
    }
  }

  close(): void {
    const { socket } = this;
    this.socket = undefined;
    this.received = Buffer.alloc(0);
    socket?.destroy();
  }

  private async ask(area: RegisterArea, first: number, count: number): Promise<Buffer> {
    const socket = this.socket ?? (await this.open());
    this.transaction = (this.transaction + 1) % 65_536;
    const request = Buffer.alloc(12);
    request.writeUInt16BE(this.transaction, 0);
    request.writeUInt16BE(6, 4);
    request.writeUInt8(this.address.unitId, 6);
    request.writeUInt8(functionCodes[area], 7);
    request.writeUInt16BE(first, 8);
    request.writeUInt16BE(count, 10);
    const answer = await new Promise<Buffer>((resolve, reject) => {
      this.waiting = { transaction: this.transaction, resolve, reject };
      socket.write(request);
    });
    const code = answer.readUInt8(0);
    if (code === (functionCodes[area] | 0x80))
      throw new ModbusFailure(`it refused the registers (exception ${answer.at(1) ?? '?'})`);
    if (code !== functionCodes[area] || answer.at(1) !== count * 2 || answer.length < 2 + count * 2)
      throw new ModbusFailure('it answered something else');
    return answer.subarray(2, 2 + count * 2);
  }

  private open(): Promise<Socket> {
    const { host, port } = this.address;
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true });
      const fail = () => {
        const failure = new ModbusFailure('it cannot be reached');
        if (this.socket === socket) this.close();
        this.waiting?.reject(failure);
        reject(failure);
      };
      this.socket = socket;
      socket.once('connect', () => resolve(socket));
      socket.on('error', fail);
      socket.on('close', fail);
      socket.on('data', (chunk) => this.receive(chunk));
    });
  }

  private receive(chunk: Buffer): void {
    this.received = Buffer.concat([this.received, chunk]);
    if (this.received.length < headerBytes) return;
    const length = this.received.readUInt16BE(4);
    if (length < 3 || length + 6 > maxFrameBytes) {
      this.waiting?.reject(new ModbusFailure('it answered something else'));
      return;
    }
    if (this.received.length < length + 6) return;
    const frame = this.received.subarray(0, length + 6);
    this.received = this.received.subarray(length + 6);
    if (frame.readUInt16BE(0) === this.waiting?.transaction) this.waiting.resolve(frame.subarray(headerBytes));
  }
}
