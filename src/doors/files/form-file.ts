/** What a form may say before its file begins. */
const maxHeadBytes = 16 * 1024;

/** The file of a form (multipart/form-data), which some stations send instead of a plain body. */
export type FormFile = { fileName: string | null; content: AsyncGenerator<Buffer> };

export class BadForm extends Error {}

export function boundaryIn(contentType: string | undefined): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '') ?? [];
  return quoted ?? plain;
}

/** Reads as far as the first file of the form, and hands on its content up to the boundary behind it. */
export async function readFormFile(source: AsyncIterable<Buffer>, boundary: string): Promise<FormFile> {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async () => {
    const next = await chunks.next();
    if (next.done === true) return false;
    held = Buffer.concat([held, next.value]);
    return true;
  };
  let seen = 0;
  for (;;) {
    const headEnd = held.indexOf('\r\n\r\n');
    if (headEnd < 0) {
      if (seen + held.length > maxHeadBytes || !(await more())) throw new BadForm('the form holds no file');
      continue;
    }
    const head = held.toString('utf8', 0, headEnd);
    held = held.subarray(headEnd + 4);
    seen += headEnd;
    const fileName = fileNameIn(head);
    if (fileName !== undefined) return { fileName, content: untilBoundary({ chunks, held, boundary }) };
    if (seen > maxHeadBytes) throw new BadForm('the form holds no file');
  }
}

/** Some stations leave the quotes out, or write the name in the longer form of RFC 5987 alone. */
function fileNameIn(head: string): string | undefined {
  const { quoted, plain, long } =
    /\bfilename(?:="(?<quoted>[^"]*)"|=(?<plain>[^\s;"]+)|\*=[\w-]*'[\w-]*'(?<long>[^\s;"]+))/i.exec(head)?.groups ??
    {};
  return quoted ?? plain ?? long;
}

async function* untilBoundary(form: {
  chunks: AsyncIterator<Buffer>;
  held: Buffer;
  boundary: string;
}): AsyncGenerator<Buffer> {
  const end = Buffer.from(`\r\n--${form.boundary}`);
  let { held } = form;
  for (;;) {
    const at = held.indexOf(end);
    if (at >= 0) {
      if (at > 0) yield held.subarray(0, at);
      return;
    }
    const sure = held.length - end.length; // the rest may be the beginning of the boundary
    if (sure > 0) {
      yield held.subarray(0, sure);
      held = held.subarray(sure);
    }
    const next = await form.chunks.next();
    if (next.done === true) throw new BadForm('the form broke off');
    held = Buffer.concat([held, next.value]);
  }
}
