import type { DataTransferList } from '../../../src/contract/stations/data-transfer.ts';
import type { DisplayMessageList } from '../../../src/contract/stations/display.ts';
import type { Scenario } from './world.ts';

const waiting = { waitForEffectSeconds: 15 };

/** What drivers read, and what only a vendor understands. */
export const displays: readonly Scenario[] = [
  {
    name: 'a text is shown in two languages',
    async run({ command, look }) {
      const otherLanguages = [{ text: 'Welcome', language: 'en' }];
      const text = { text: 'Bem-vindo', language: 'pt-BR', otherLanguages };
      const { status } = await command('set-display-message', text);
      const { messages } = await look<DisplayMessageList>('/display-messages');
      return [status, messages.flatMap(({ wanted }) => wanted?.texts.map(({ language }) => language))];
    },
    comesOut: ['accepted', ['pt-BR', 'en']],
  },
  {
    name: 'a text is shown while a session runs, and goes with it',
    async run({ station, command, charging }) {
      const { id: sessionId } = await charging();
      const { status } = await command('set-display-message', { text: 'Enjoy', sessionId });
      const during = station.displays.find({}).length;
      station.sessions.stopAll('Local');
      return [status, during, station.displays.find({}).length];
    },
    comesOut: ['accepted', 1, 0],
  },
  {
    name: 'a station tells which texts it shows',
    async run({ command, until }) {
      await command('set-display-message', { text: 'Closed at night', priority: 'in-front' });
      const { status, effect } = await command('get-display-messages', {}, waiting);
      const isTold = ({ messages: [first] }: DisplayMessageList) => first?.shown !== null;
      const { messages } = await until<DisplayMessageList>('/display-messages', isTold);
      return [status, effect?.kind, messages.map(({ shown }) => [shown?.priority, shown?.texts[0]?.text])];
    },
    comesOut: ['accepted', 'display-messages-reported', [['in-front', 'Closed at night']]],
  },
  {
    name: 'a vendor that the station does not know is refused, either way',
    async run({ station, command, look }) {
      const { status, code } = await command('transfer-data', { vendorId: 'org.nobody', data: 'x' });
      const heard = await station.say('DataTransfer', { vendorId: 'org.nobody', data: 'y' });
      const { transfers } = await look<DataTransferList>('/data-transfers');
      return [status, code, heard, transfers.map((transfer) => transfer.status)];
    },
    comesOut: ['rejected', 'UnknownVendorId', { status: 'UnknownVendorId' }, ['unknown-vendor', 'unknown-vendor']],
  },
];
