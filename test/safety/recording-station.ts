import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { bootPayload } from '../support/raw-station.ts';

type Payload = Record<string, unknown>;
export type Frame = { stationId: string; action: string; payload: Payload };
export type OpenSession = { ref: string; evseId: number; seqNo: number };

type Options = {
  url: string;
  stationId: string;
  version: OcppVersion;
  /** Hears every command of ours before it is answered. */
  onFrame(frame: Frame): void;
};

let messages = 0;

/** A station that obeys at once, shows what follows, and remembers every command it got. */
export class RecordingStation implements AsyncDisposable {
  readonly stationId: string;
  readonly version: OcppVersion;
  /** By its own name for them. */
  readonly sessions = new Map<string, OpenSession>();
  /** All that it ever had. */
  readonly refs = new Set<string>();
  /** Those it was asked to keep. */
  readonly reservations: number[] = [];
  /** What it is still telling. */
  private readonly telling = new Set<Promise<unknown>>();
  private readonly options: Options;
  private readonly waiting = new Map<string, (frame: unknown[]) => void>();
  private socket: WebSocket | undefined;

  constructor(options: Options) {
    this.options = options;
    this.stationId = options.stationId;
    this.version = options.version;
  }

  get isOnline(): boolean {
    return this.socket !== undefined;
  }

  async connect(): Promise<void> {
    const socket = new WebSocket(`${this.options.url}${this.stationId}`, [`ocpp${this.version}`], {
      perMessageDeflate: false,
    });
    socket.on('message', (data: Buffer) => this.hear(socket, JSON.parse(data.toString()) as unknown[]));
    await once(socket, 'open');
    this.socket = socket;
    await this.call('BootNotification', bootPayload[this.version]);
    await this.backInUse();
  }

  async disconnect(): Promise<void> {
    const { socket } = this;
    if (socket === undefined) return;
    this.socket = undefined;
    socket.close();
    await once(socket, 'close');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket?.terminate();
    this.socket = undefined;
    await Promise.resolve();
  }

  async call(action: string, payload: unknown): Promise<Payload> {
    messages += 1;
    const id = `s${messages}`;
    const { promise, resolve } = Promise.withResolvers<unknown[]>();
    this.waiting.set(id, resolve);
    this.socket?.send(JSON.stringify([2, id, action, payload]));
    const [type, , answer, description] = await promise;
    this.waiting.delete(id);
    if (type !== 3)
      throw new Error(`${this.stationId}: ${action} was refused: ${String(answer)} ${String(description)}`);
    return answer as Payload;
  }

  /** Resolves once it has told all that follows from what it was asked. */
  async quiet(): Promise<void> {
    while (this.telling.size > 0) await Promise.all(this.telling);
  }

  /** Somebody there puts it back at once. A connector that is free ends the session of its vehicle, so it is occupied while one runs. */
  private backInUse(): Promise<void> {
    if (this.sessions.size === 0) return this.status('Available');
    return this.status(this.version === '1.6' ? 'Charging' : 'Occupied');
  }

  async status(word: 'Available' | 'Charging' | 'Occupied' | 'Faulted' | 'Unavailable'): Promise<void> {
    const timestamp = new Date().toISOString();
    await this.call(
      'StatusNotification',
      this.version === '1.6'
        ? { connectorId: 1, errorCode: word === 'Faulted' ? 'OtherError' : 'NoError', status: word, timestamp }
        : { evseId: 1, connectorId: 1, connectorStatus: word, timestamp },
    );
  }

  async begin(token: string, remoteStartId?: number): Promise<string> {
    messages += 1;
    const timestamp = new Date().toISOString();
    const session = { evseId: 1, seqNo: 0 };
    if (this.version === '1.6') {
      const start = { connectorId: 1, idTag: token, meterStart: messages, timestamp };
      const ref = String((await this.call('StartTransaction', start))['transactionId']);
      this.remember({ ...session, ref });
      return ref;
    }
    const ref = `T-${messages}`;
    this.remember({ ...session, ref });
    await this.call('TransactionEvent', {
      eventType: 'Started',
      timestamp,
      triggerReason: remoteStartId === undefined ? 'Authorized' : 'RemoteStart',
      seqNo: 0,
      idToken: { idToken: token, type: 'ISO14443' },
      evse: { id: 1, connectorId: 1 },
      transactionInfo: { transactionId: ref, chargingState: 'Charging', ...(remoteStartId && { remoteStartId }) },
      meterValue: [{ timestamp, sampledValue: [{ value: 0, measurand: 'Energy.Active.Import.Register' }] }],
    });
    return ref;
  }

  private remember(session: OpenSession): void {
    this.sessions.set(session.ref, session);
    this.refs.add(session.ref);
  }

  async end(ref: string): Promise<void> {
    if (!this.sessions.delete(ref)) return;
    const timestamp = new Date().toISOString();
    if (this.version === '1.6') {
      await this.call('StopTransaction', {
        transactionId: Number(ref),
        meterStop: messages + 1000,
        timestamp,
        reason: 'Local',
      });
      return;
    }
    await this.call('TransactionEvent', {
      eventType: 'Ended',
      timestamp,
      triggerReason: 'StopAuthorized',
      seqNo: 1,
      transactionInfo: { transactionId: ref, stoppedReason: 'Local' },
      meterValue: [{ timestamp, sampledValue: [{ value: 1000, measurand: 'Energy.Active.Import.Register' }] }],
    });
  }

  private hear(socket: WebSocket, frame: unknown[]): void {
    const [type, id, action, payload] = frame as [number, string, string, Payload];
    if (type !== 2) {
      this.waiting.get(id)?.(frame);
      return;
    }
    this.options.onFrame({ stationId: this.stationId, action, payload });
    socket.send(JSON.stringify([3, id, this.answerTo(action, payload)]));
    const following = this.follow(action, payload).catch(() => undefined); // a station that left tells no more
    this.telling.add(following);
    void following.then(() => this.telling.delete(following));
  }

  private answerTo(action: string, payload: Payload): object {
    const list = (name: string) => payload[name] as Payload[];
    switch (action) {
      case 'ReserveNow':
        this.reservations.push(Number(payload['id'] ?? payload['reservationId']));
        return { status: 'Accepted' };
      case 'UnlockConnector':
        return { status: 'Unlocked' };
      case 'GetVariables':
        return {
          getVariableResult: list('getVariableData').map((asked) => ({
            ...asked,
            attributeStatus: 'Accepted',
            attributeValue: '1',
          })),
        };
      case 'SetVariables':
        return {
          setVariableResult: list('setVariableData').map(({ component, variable, attributeType }) => ({
            component,
            variable,
            attributeStatus: 'Accepted',
            ...(attributeType !== undefined && { attributeType }),
          })),
        };
      case 'GetConfiguration': {
        const names = (payload['key'] ?? []) as string[];
        return { configurationKey: names.map((key) => ({ key, readonly: false, value: '1' })), unknownKey: [] };
      }
      case 'GetLocalListVersion':
        return this.version === '1.6' ? { listVersion: 1 } : { versionNumber: 1 };
      case 'UpdateFirmware':
      case 'GetDiagnostics':
        return this.version === '1.6' ? {} : { status: 'Accepted' };
      default:
        return { status: 'Accepted' };
    }
  }

  /** What is seen of a command once the station has obeyed it. */
  private async follow(action: string, payload: Payload): Promise<void> {
    switch (action) {
      case 'Reset':
        await this.call('BootNotification', bootPayload[this.version]);
        return;
      case 'ChangeAvailability':
        if ((payload['type'] ?? payload['operationalStatus']) === 'Inoperative') await this.status('Unavailable');
        await this.backInUse();
        return;
      case 'UnlockConnector':
        await this.backInUse();
        return;
      case 'RemoteStartTransaction':
        await this.begin(String(payload['idTag']));
        return;
      case 'RequestStartTransaction':
        await this.begin(String((payload['idToken'] as Payload)['idToken']), Number(payload['remoteStartId']));
        return;
      case 'RemoteStopTransaction':
      case 'RequestStopTransaction':
        await this.end(String(payload['transactionId']));
        break;
      default:
    }
  }
}
