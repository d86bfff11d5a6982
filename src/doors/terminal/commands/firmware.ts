import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { asError, SigecError } from '#base/errors.ts';
import { firmwareApi } from '#contract/api/firmware.ts';
import { imagePartBytes } from '#contract/stations/firmware-image.ts';
import { openApi } from '../api.ts';
import { readText } from '../files.ts';
import type { ShowOptions, Texts } from '../read-options.ts';
import { showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export async function firmwareList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(firmwareApi.list);
  const { titles, upkeep: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noImage,
    table: () =>
      tableOf(list.images, [
        [titles.id, ({ id }) => strong(id)],
        [titles.vendor, ({ vendor }) => vendor, 'flexible'],
        [titles.model, ({ model }) => model ?? '', 'flexible'],
        [titles.version, ({ version }) => version],
        [titles.state, ({ state, isSigned }) => (isSigned ? `${state}, ${words.signed}` : state)],
      ]),
  });
}

type AddOptions = ShowOptions &
  Texts<'model' | 'certificate' | 'signature'> & { file: string; vendor: string; firmwareVersion: string };

/** Sends the facts, then the file part by part, then has its signature checked. */
export async function firmwareAdd(terminal: Terminal, options: AddOptions): Promise<number> {
  const api = openApi(terminal, options);
  const content = await readImage(terminal, options.file);
  const { vendor, model, firmwareVersion: version, certificate, signature } = options;
  const { id } = await api.call(firmwareApi.add, {
    body: {
      vendor,
      model: model ?? null,
      version,
      fileName: basename(options.file).replaceAll(/[^A-Za-z0-9._-]/g, '_'),
      signingCertificate: certificate === undefined ? null : await readText(terminal, certificate),
      signature: signature === undefined ? null : (await readText(terminal, signature)).trim(),
    },
  });
  for (let number = 0; number * imagePartBytes < content.length; number += 1) {
    const bytes = Uint8Array.from(content.subarray(number * imagePartBytes, (number + 1) * imagePartBytes));
    await api.call(firmwareApi.putPart, { params: { id, number }, bytes });
  }
  const image = await api.call(firmwareApi.complete, { params: { id } });
  return tellDone(terminal, options, image, terminal.text.upkeep.imageReady(visible(version), image.id));
}

async function readImage({ text }: Terminal, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (thrown) {
    throw new SigecError('INVALID_INPUT', text.input.cannotRead(file, asError(thrown).message), { cause: thrown });
  }
}

export async function firmwareRetire(terminal: Terminal, options: ShowOptions & { image: string }): Promise<number> {
  const image = await openApi(terminal, options).call(firmwareApi.retire, { params: { id: options.image } });
  return tellDone(terminal, options, image, terminal.text.upkeep.imageRetired(visible(image.version)));
}
