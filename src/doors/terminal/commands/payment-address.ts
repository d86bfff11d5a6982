import { writeFile } from 'node:fs/promises';
import { encodeQR } from 'qr';
import { SigecError } from '#base/errors.ts';
import { paymentAddressApi } from '#contract/api/payment-addresses.ts';
import type { PaymentAddress } from '#contract/billing/payment-address.ts';
import { openApi } from '../api.ts';
import type { ShowOptions } from '../read-options.ts';
import { show, showList, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type AddressOptions = ShowOptions & { station: string; qr?: string; svg?: string };

export async function paymentAddress(terminal: Terminal, options: AddressOptions): Promise<number> {
  const words = terminal.text.payments;
  const { station, qr, svg } = options;
  if (svg !== undefined && qr === undefined) throw new SigecError('INVALID_INPUT', words.svgNeedsQr);
  const list = await openApi(terminal, options).call(paymentAddressApi.list, { params: { id: station } });
  if (qr === undefined) return showAddresses(terminal, options, list);
  const address = list.addresses.find(({ evseId }) => String(evseId) === qr);
  const place = [visible(station), visible(qr)] as const;
  if (address === undefined) throw new SigecError('NOT_FOUND', words.noEvse(...place));
  const { url } = address;
  if (url === null) throw new SigecError('CONFLICT', words.showsItsOwn(...place));
  if (svg === undefined) return show(terminal, options, address, () => [...codeOf(url), url]);
  await writeFile(svg, encodeQR(url, 'svg', { ecc: 'medium', border: 4 }));
  return tellDone(terminal, options, { ...address, file: svg }, words.written(visible(svg)));
}

function showAddresses(
  terminal: Terminal,
  options: AddressOptions,
  list: { addresses: PaymentAddress[] },
): number | Promise<number> {
  const { titles, payments: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noEvse(visible(options.station), ''),
    table: () =>
      tableOf(list.addresses, [
        ['EVSE', ({ evseId }) => evseId],
        [titles.address, ({ url, template }) => url ?? template],
        ['QR', ({ code }) => words.codes[code], 'flexible'],
      ]),
  });
}

/** Two rows of the picture are one line; dark on light, whatever the colours of the screen. */
function codeOf(text: string): string[] {
  return encodeQR(text, 'ascii', { border: 2 })
    .split('\n')
    .filter((line) => line !== '');
}
