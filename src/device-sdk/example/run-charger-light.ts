// A lamp over a connector: node run-charger-light.ts --id 02:00:00:00:00:01 --station CP-1 --evse 1
import { parseArgs } from 'node:util';
import { keptClientId } from '../sdk.ts';
import { chargerLight } from './charger-light.ts';

const { values } = parseArgs({
  options: {
    id: { type: 'string', default: '02:00:00:00:00:01' },
    station: { type: 'string', default: 'PAULISTA-01' },
    evse: { type: 'string', default: '1' },
    api: { type: 'string' },
    devices: { type: 'string', default: 'http://127.0.0.1:8003/xiaozhi/ota/' },
    transport: { type: 'string', default: 'websocket' },
    keep: { type: 'string', default: 'charger-light.id' },
  },
});
const evseId = Number(values.evse);
if (!Number.isInteger(evseId) || evseId < 1) throw new TypeError(`--evse cannot be "${values.evse}"; give 1, 2, …`);
if (values.transport !== 'websocket' && values.transport !== 'mqtt')
  throw new TypeError(`--transport cannot be "${values.transport}"; give websocket or mqtt.`);

const say = (line: string) => process.stdout.write(`${line}\n`);
const ending = new AbortController();
process.once('SIGINT', () => ending.abort());
process.once('SIGTERM', () => ending.abort());
let shown = '';
const lamp = chargerLight({
  device: {
    id: values.id,
    clientId: await keptClientId(values.keep),
    settingsUrl: values.devices,
    transport: values.transport,
    onCode: (code) => say(`Code ${code}: enter it with: sigec device activate ${code}`),
    onState: (state) => say(`The device is ${state}`),
    onTrouble: (error) => say(`${error.message}; trying again`),
  },
  // A key is for the server that was named, not for whatever listens at the usual address.
  watched: {
    apiUrl: values.api ?? 'http://127.0.0.1:8001',
    key: values.api === undefined ? undefined : process.env['SIGEC_KEY'],
    stationId: values.station,
    evseId,
  },
  show({ r, g, b }) {
    const colour = `${r};${g};${b}`;
    if (colour !== shown) say(`\u001b[48;2;${colour}m      \u001b[0m rgb(${r}, ${g}, ${b})`);
    shown = colour;
  },
});
await lamp.run(ending.signal);
