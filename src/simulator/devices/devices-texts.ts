import type { DeviceFleetStats } from './device-fleet.ts';
import type { DeviceEvent, SimulatedState } from './simulated-device.ts';

export type DevicesLanguage = 'en' | 'pt-BR';

type Texts = {
  start(facts: { count: number; boards: readonly string[]; url: string }): string;
  code(facts: { deviceId: string; code: string }): string;
  state: Record<SimulatedState, string>;
  event(event: DeviceEvent): string | undefined;
  progress(facts: { seconds: number; stats: DeviceFleetStats }): string;
  summary(facts: { stats: DeviceFleetStats; onlineOnce: number }): string[];
};

export const devicesTexts: Record<DevicesLanguage, Texts> = {
  en: {
    start: ({ count, boards, url }) => `Starting ${count} devices (${boards.join(', ')}) at ${url}`,
    code: ({ deviceId, code }) => `${deviceId} shows the code ${code}: activate it with: sigec device activate ${code}`,
    state: {
      off: 'is off',
      booting: 'boots',
      waiting: 'waits to be activated',
      ready: 'has its settings and is not connected',
      online: 'is online',
    },
    event: (event) =>
      sentence(event, devicesTexts.en, { called: 'ran', trouble: 'has a problem:', restarted: 'restarts:' }),
    progress: ({ seconds, stats }) =>
      `${seconds} s: ${stats.online} of ${stats.devices} online, ${stats.waiting} waiting, ${stats.calls} calls`,
    summary: ({ stats, onlineOnce }) => [
      `${onlineOnce} of ${stats.devices} devices were online, ${stats.calls} calls, ${stats.restarts} restarts`,
      ...(stats.waiting > 0
        ? [`${stats.waiting} devices wait to be activated: sigec device list shows their codes`]
        : []),
    ],
  },
  'pt-BR': {
    start: ({ count, boards, url }) => `Iniciando ${count} dispositivos (${boards.join(', ')}) em ${url}`,
    code: ({ deviceId, code }) => `${deviceId} mostra o código ${code}: admita-o com: sigec device activate ${code}`,
    state: {
      off: 'está desligado',
      booting: 'está iniciando',
      waiting: 'aguarda admissão',
      ready: 'tem suas configurações e não está conectado',
      online: 'está online',
    },
    event: (event) =>
      sentence(event, devicesTexts['pt-BR'], {
        called: 'executou',
        trouble: 'tem um problema:',
        restarted: 'reinicia:',
      }),
    progress: ({ seconds, stats }) =>
      `${seconds} s: ${stats.online} de ${stats.devices} online, ${stats.waiting} aguardando, ${stats.calls} chamadas`,
    summary: ({ stats, onlineOnce }) => [
      `${onlineOnce} de ${stats.devices} dispositivos estiveram online, ${stats.calls} chamadas, ${stats.restarts} reinícios`,
      ...(stats.waiting > 0
        ? [`${stats.waiting} dispositivos aguardam admissão: sigec device list mostra seus códigos`]
        : []),
    ],
  },
};

type Verbs = { called: string; trouble: string; restarted: string };

function sentence(event: DeviceEvent, texts: Texts, verbs: Verbs): string | undefined {
  const { deviceId } = event;
  switch (event.kind) {
    case 'shows-code':
      return texts.code({ deviceId, code: event.code });
    case 'state-changed':
      return `${deviceId} ${texts.state[event.state]}`;
    case 'called':
      return `${deviceId} ${verbs.called} ${event.tool} ${JSON.stringify(event.values)}`;
    case 'trouble':
    case 'restarted':
      return `${deviceId} ${verbs[event.kind]} ${event.reason}`;
    case 'received':
    case 'heard':
    case 'sent':
      return undefined; // a frame: too much to read
  }
}
