import { deflateRawSync } from 'node:zlib';

type TarFile = { name: string; content: Buffer; type?: string };

/** A tar, written by hand so that it can be wrong. */
export function tarOf(files: readonly TarFile[]): Buffer {
  const blocks = files.flatMap(({ name, content, type = '0' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write('0000644\0', 100);
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

type ZipFile = {
  name: string;
  content: Buffer;
  localName?: string;
  saidBytes?: number;
  packed?: Buffer;
  method?: number;
  flags?: number;
  unixMode?: number;
};

/** A zip, written by hand so that it can be wrong. */
export function zipOf(files: readonly ZipFile[], { isOverlapping = false } = {}): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const packed = file.packed ?? deflateRawSync(file.content);
    const facts = Buffer.alloc(26); // what both headers say alike
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(file.flags ?? 0, 2);
    facts.writeUInt16LE(file.method ?? 8, 4);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(file.saidBytes ?? file.content.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(file.name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(file.localName ?? file.name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((file.unixMode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(isOverlapping ? 0 : offset, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, tail, Buffer.from(file.name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
