import * as schemas from 'typed-ocpp/dist/ocpp21/schemas.js';
import { expect, test } from 'vitest';
import type { Log } from '../../src/base/log.ts';
import type { MessageList } from '../../src/contract/stations/message.ts';
import { handlers21 } from '../../src/doors/ocpp/v21/handlers.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import type { JsonSchema } from '../support/schema-arbitrary.ts';
import { fullest } from '../support/schema-texts.ts';
import { startSigec } from '../support/sigec.ts';
import { wholeDatabase } from '../support/whole-database.ts';

const cardNumber = '4111111111111111';
const ways = [cardNumber, '4111 1111 1111 1111', '4111.1111.1111.1111', Buffer.from(cardNumber).toString('hex')];

/** What names a station's part or a session is a number of theirs; a card's number is not asked for there. */
const isOwnNumber = (field: string) => /^(iccid|imsi|transactionId)$|serialNumber$/i.test(field);

test('no card number stays anywhere, in whatever field of whatever message a station of 2.1 writes it', async () => {
  const lines: string[] = [];
  const write = (facts: object, sentence: string) => lines.push(`${JSON.stringify(facts)} ${sentence}`);
  const log: Log = { debug: write, info: write, warn: write, error: write };
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' }, { log });
  await using station = await connectRaw(sigec.addresses.ocpp, 'CARDS', { protocols: ['ocpp2.1'] });
  await station.ask([2, 'boot', 'BootNotification', bootPayload['2.1']]);

  let written = 0;
  for (const action of Object.keys(handlers21)) {
    const schema = (schemas as Record<string, unknown>)[`${action}Request`] as JsonSchema | undefined;
    if (schema === undefined) continue; // what is never answered has no request
    for (const way of ways.slice(0, 3)) {
      const payload = fullest(schema, (field, most) => {
        if (field === 'type') return 'DirectPayment'; // of a token: the terminal took a card
        const text = isOwnNumber(field) || most < way.length ? 'x'.slice(0, most) : way;
        if (text === way) written += 1;
        return text;
      }) as object;
      const customData = { vendorId: way, note: `card ${way} declined`, track: { data: [way] } };
      const [type] = (await station.ask([2, `f${written}`, action, { ...payload, customData }])) as [number];
      expect({ action, type }).toEqual({ action, type: 3 });
      // The same once more, so that it does not fit its schema.
      await station.ask([2, `o${written}`, action, { ...payload, customData, surplus: way }]);
    }
  }
  // A message that is never answered.
  const constantStreamData = { id: 77, params: {}, variableMonitoringId: 1 };
  await station.ask([2, 'open', 'OpenPeriodicEventStream', { constantStreamData }]);
  const stream = { id: 77, pending: 0, basetime: new Date().toISOString(), data: [{ t: 0, v: `card ${cardNumber}` }] };
  station.send(JSON.stringify([6, 'stream', 'NotifyPeriodicEventStream', stream]));
  await expect
    .poll(async () => (await wholeDatabase(sigec.databaseUrl)).includes('card card-1111'), { timeout: 10_000 })
    .toBe(true);
  station.send(`[2,"broken","TransactionEvent",{"note":"${cardNumber}",`);
  expect(written).toBeGreaterThan(200);

  const { messages } = await sigec.api.get<MessageList>('/api/stations/CARDS/messages?limit=1000');
  expect(messages.length).toBeGreaterThan(100);
  const kept = await wholeDatabase(sigec.databaseUrl);
  const payments = JSON.stringify(await sigec.api.get('/api/stations/CARDS/payments'));
  expect(payments).toContain('card-1111'); // the reference under which it is kept
  const places = { messages: JSON.stringify(messages), tables: kept, log: lines.join('\n'), payments };
  for (const [place, text] of Object.entries(places))
    for (const way of ways) expect(text.includes(way), `${way} in the ${place}`).toBe(false);
});
