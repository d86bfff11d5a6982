import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import {
  type AddFirmwareImage,
  type FirmwareImage,
  imagePartBytes,
  maxImageBytes,
} from '#contract/stations/firmware-image.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { changeEntry } from '../../change-entry.ts';
import { type FileReader, fileReader, removeFile, writeFile } from '../../files/file-parts.ts';
import { hashOf, makeToken } from '../../files/file-token.ts';
import { problemOf } from '../../problem.ts';
import { checkCertificate, isSignedBy } from '../verify-image.ts';
import {
  addLink,
  changedImages,
  countServed,
  type ImageSignature,
  isOwnSigned,
  newImages,
  readImage,
  readImages,
  readSignature,
  useLink,
} from './image-store.ts';

type CatalogueNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  /** Where a station reaches us for files; null: nothing says by which name. */
  addressOf(stationId: string): string | null;
};

export type ServedImage = {
  fileName: string;
  sha256: string;
  reader: FileReader;
  served(bytes: number, isLast: boolean): Promise<void>;
};
export type ImageOrder = { location: string } & ImageSignature;

const linkLastsMs = 7 * 24 * 3_600_000;
const linkUse = { maxRequests: 2_000, maxTimes: 5 };
const maxPart = Math.ceil(maxImageBytes / imagePartBytes);

export type FirmwareCatalogue = ReturnType<typeof openCatalogue>;

/** Images of firmware that we serve ourselves: brought in parts, checked once, and fetched by each station at an address of its own. */
export function openCatalogue(needs: CatalogueNeeds) {
  const { pool, ledger, clock } = needs;
  return {
    list: (): Promise<FirmwareImage[]> => readImages(pool),
    get: (id: string) => mustReadImage(pool, id),
    async add(wanted: AddFirmwareImage, actor: Actor): Promise<FirmwareImage> {
      const now = clock.now();
      if (wanted.signingCertificate !== null) checkCertificate(wanted.signingCertificate, now);
      const id = randomUUID();
      const { signature, signingCertificate, ...plain } = wanted;
      const row = { id, ...wanted, state: 'loading' as const, addedAt: now, addedBy: actorName(actor) };
      await ledger.commit(
        changeEntry({
          kind: 'firmware-image-added',
          body: { imageId: id, ...plain, isSigned: signature !== null && signingCertificate !== null },
          subject: id,
          at: now,
          actor,
          writes: [write(newImages, row)],
        }),
      );
      return mustReadImage(pool, id);
    },
    /** One part; the same one again replaces it. */
    async putPart(id: string, number: number, content: Buffer): Promise<void> {
      await mustBeLoading(pool, id);
      if (number < 0 || number >= maxPart || content.length === 0 || content.length > imagePartBytes)
        throw problemOf('INVALID_INPUT', sentenceOf('image-part-wrong', { number, bytes: imagePartBytes }));
      await pool.query(
        `insert into firmware_image_part (image_id, number, content) values ($1, $2, $3)
         on conflict (image_id, number) do update set content = excluded.content`,
        [id, number, content],
      );
    },
    complete: (id: string, actor: Actor) => completeImage(needs, id, actor),
    async retire(id: string, actor: Actor): Promise<FirmwareImage> {
      const image = await mustReadImage(pool, id);
      await ledger.commit(
        changeEntry({
          kind: 'firmware-image-retired',
          body: { imageId: id, version: image.version },
          subject: id,
          at: clock.now(),
          actor,
          writes: [write(changedImages, { id, state: 'retired' })],
        }),
      );
      return mustReadImage(pool, id);
    },
    /** An address at which this station, and nobody else, fetches the image; with its signature. */
    async orderFor(imageId: string, stationId: string): Promise<ImageOrder> {
      const image = await mustReadImage(pool, imageId);
      if (image.state !== 'ready')
        throw problemOf('CONFLICT', sentenceOf('image-not-ready', { version: image.version }));
      const address = needs.addressOf(stationId);
      if (address === null) throw problemOf('CONFLICT', sentenceOf('files-no-address'));
      const token = makeToken();
      const madeAt = clock.now();
      const expiresAt = new Date(madeAt.getTime() + linkLastsMs);
      await addLink(pool, { tokenHash: hashOf(token), imageId, stationId, madeAt, expiresAt });
      return {
        location: `${address}/files/firmware/${token}/${image.fileName}`,
        ...(await readSignature(pool, imageId)),
      };
    },
    /** What a station fetches with its token; undefined: it is worth nothing, or no longer. */
    async serve(token: string): Promise<ServedImage | undefined> {
      const tokenHash = hashOf(token);
      const linked = await useLink(pool, { tokenHash, now: clock.now(), ...linkUse });
      if (linked === undefined) return undefined;
      const { imageId, bytes, sha256, fileName } = linked;
      return {
        fileName,
        sha256,
        reader: fileReader(pool, { fileId: imageId, bytes }),
        served: (count, isLast) =>
          countServed(pool, { tokenHash, bytes: count, fetchedAt: isLast ? clock.now() : null }),
      };
    },
    /** Whether a location is ours and its image was verified when it was brought: nobody has to fetch it to know. */
    async isVerified(location: string): Promise<boolean> {
      const token = /\/files\/firmware\/([\w-]{20,100})\//.exec(location)?.[1];
      return token !== undefined && (await isOwnSigned(pool, hashOf(token)));
    },
  };
}

export async function mustReadImage(pool: Pool, id: string): Promise<FirmwareImage> {
  const image = await readImage(pool, id);
  if (image !== undefined) return image;
  throw problemOf('NOT_FOUND', sentenceOf('no-firmware-image', { id }));
}

async function mustBeLoading(pool: Pool, id: string): Promise<FirmwareImage> {
  const image = await mustReadImage(pool, id);
  if (image.state === 'loading') return image;
  throw problemOf('CONFLICT', sentenceOf('image-complete', { version: image.version }));
}

/** All parts are here: they become one file, whose signature is checked before any station has to (L01.FR.707). */
async function completeImage(
  { pool, ledger, clock }: CatalogueNeeds,
  id: string,
  actor: Actor,
): Promise<FirmwareImage> {
  const image = await mustBeLoading(pool, id);
  const parts = await pool.query<{ count: number; last: number | null }>(
    'select count(*)::integer as count, max(number) as last from firmware_image_part where image_id = $1',
    [id],
  );
  const { count = 0, last = null } = parts.rows[0] ?? {};
  if (last === null || count !== last + 1)
    throw problemOf('CONFLICT', sentenceOf('image-parts-missing', { parts: count }));
  await removeFile(pool, id);
  const stored = await writeFile(pool, id, { source: partsOf(pool, id, count), maxBytes: maxImageBytes });
  const { signingCertificate, signature } = await readSignature(pool, id);
  if (signingCertificate !== null && signature !== null) {
    const reader = fileReader(pool, { fileId: id, bytes: stored.bytes });
    if (!(await isSignedBy({ signingCertificate, signature, now: clock.now() }, reader.read(0, stored.bytes))))
      throw problemOf('INVALID_INPUT', sentenceOf('image-signature-wrong', { bytes: stored.bytes }));
  }
  await ledger.commit(
    changeEntry({
      kind: 'firmware-image-completed',
      body: { imageId: id, version: image.version, bytes: stored.bytes, sha256: stored.sha256 },
      subject: id,
      at: clock.now(),
      actor,
      writes: [write(changedImages, { id, state: 'ready', ...stored })],
    }),
  );
  await pool.query('delete from firmware_image_part where image_id = $1', [id]);
  return mustReadImage(pool, id);
}

async function* partsOf(pool: Pool, id: string, count: number): AsyncGenerator<Buffer> {
  for (let number = 0; number < count; number += 1) {
    const { rows } = await pool.query<{ content: Buffer }>(
      'select content from firmware_image_part where image_id = $1 and number = $2',
      [id, number],
    );
    if (rows[0] !== undefined) yield rows[0].content;
  }
}
