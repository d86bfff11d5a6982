// A process full of stations that take local lists. It is told over its channel what to connect, and says on request what they hold.
import { WebSocket } from 'ws';
import { addEntry, type Holding, nothing } from './list-sum.ts';
import type { OcppVersion } from './orders.ts';

export type ListStations = { url: string; stationIds: readonly string[]; version: OcppVersion; room: number };
export type Held = { connected: number; messages: number; holdings: Record<string, number> };

type Call = [number, string, string, Record<string, unknown>];

const perMessage = 250;
const stations: ListStation[] = [];

class ListStation {
  holding: Holding = nothing;
  messages = 0;
  version = 0;
  readonly opened: Promise<unknown>;
  private readonly socket: WebSocket;
  private readonly order: ListStations;

  constructor(order: ListStations, stationId: string) {
    this.order = order;
    this.socket = new WebSocket(`${order.url}/${stationId}`, `ocpp${order.version}`, { perMessageDeflate: false });
    this.opened = new Promise((resolve, reject) => this.socket.once('open', resolve).once('error', reject));
    this.socket.on('message', (data: Buffer) => this.hear(data.toString()));
    this.socket.on('error', () => undefined);
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  boot(): void {
    const is16 = this.order.version === '1.6';
    const payload = is16
      ? { chargePointVendor: 'Bench', chargePointModel: 'List' }
      : { reason: 'PowerUp', chargingStation: { vendorName: 'Bench', model: 'List' } };
    this.socket.send(JSON.stringify([2, 'boot', 'BootNotification', payload]));
  }

  private hear(text: string): void {
    if (!text.startsWith('[2,')) return;
    const [, messageId, action, payload] = JSON.parse(text) as Call;
    const answer = this.answer(action, payload);
    this.socket.send(
      JSON.stringify(answer === undefined ? [4, messageId, 'NotImplemented', '', {}] : [3, messageId, answer]),
    );
    if (action === 'GetReport') this.report(Number(payload['requestId']));
  }

  private answer(action: string, payload: Record<string, unknown>): object | undefined {
    if (action === 'SendLocalList') return this.take(payload);
    if (action === 'GetLocalListVersion')
      return this.order.version === '1.6' ? { listVersion: this.version } : { versionNumber: this.version };
    if (action === 'GetConfiguration') return { configurationKey: this.keys() };
    return action === 'GetReport' ? { status: 'Accepted' } : undefined;
  }

  private take(payload: Record<string, unknown>): object {
    const version = Number(payload['listVersion'] ?? payload['versionNumber']);
    const isFull = payload['updateType'] === 'Full';
    if (!isFull && version <= this.version) return { status: 'VersionMismatch' };
    if (isFull) this.holding = nothing;
    for (const entry of (payload['localAuthorizationList'] ?? []) as object[])
      this.holding = addEntry(this.holding, entry);
    this.version = version;
    this.messages += 1;
    return { status: 'Accepted' };
  }

  private keys(): object[] {
    const { room } = this.order;
    const values = {
      LocalAuthListEnabled: true,
      SendLocalListMaxLength: perMessage,
      LocalAuthListMaxLength: room,
      SupportedFeatureProfiles: 'Core,LocalAuthListManagement',
    };
    return Object.entries(values).map(([key, value]) => ({ key, readonly: true, value: String(value) }));
  }

  private report(requestId: number): void {
    const variable = (name: string, value: string, more: object = {}) => ({
      component: { name: 'LocalAuthListCtrlr' },
      variable: { name },
      variableAttribute: [{ type: 'Actual', value }],
      variableCharacteristics: { dataType: 'string', supportsMonitoring: false, ...more },
    });
    const reportData = [
      variable('Enabled', 'true'),
      variable('ItemsPerMessage', String(perMessage)),
      variable('Entries', '0', { dataType: 'integer', maxLimit: this.order.room }),
    ];
    const payload = { requestId, generatedAt: new Date().toISOString(), seqNo: 0, tbc: false, reportData };
    this.socket.send(JSON.stringify([2, `report-${requestId}`, 'NotifyReport', payload]));
  }
}

process.on('disconnect', () => process.exit());
process.on('message', (order: ListStations | 'held') => {
  if (order !== 'held') return void connect(order).then(() => process.send?.(held()));
  process.send?.(held());
});

async function connect(order: ListStations): Promise<void> {
  for (const stationId of order.stationIds) {
    const station = new ListStation(order, stationId);
    await station.opened;
    station.boot();
    stations.push(station);
  }
}

function held(): Held {
  const holdings: Record<string, number> = {};
  for (const { holding } of stations) holdings[holding.name] = (holdings[holding.name] ?? 0) + 1;
  const messages = stations.reduce((sum, station) => sum + station.messages, 0);
  return { connected: stations.filter(({ isOpen }) => isOpen).length, messages, holdings };
}
