/** Fields of a form, by name; of two with one name the first. Undefined: it is no whole form. */
export function readForm(body: Buffer, contentType: string): Map<string, Buffer> | undefined {
  const boundary = boundaryIn(contentType);
  if (boundary === undefined) return undefined;
  const fields = new Map<string, Buffer>();
  // The first boundary may stand without a line end before it, every other has one.
  const separator = Buffer.from(`\r\n--${boundary}`);
  const whole = Buffer.concat([Buffer.from('\r\n'), body]);
  let at = whole.indexOf(separator);
  while (at !== -1) {
    const start = at + separator.length;
    if (whole.subarray(start, start + 2).toString('latin1') === '--') return fields;
    const end = whole.indexOf(separator, start);
    const headEnd = whole.indexOf('\r\n\r\n', start);
    if (end === -1 || headEnd === -1 || headEnd > end) return undefined;
    const name = nameIn(whole.subarray(start, headEnd).toString());
    if (name !== undefined && !fields.has(name)) fields.set(name, whole.subarray(headEnd + 4, end));
    at = end;
  }
  return undefined; // it ended before its end
}

function boundaryIn(contentType: string): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

function nameIn(head: string): string | undefined {
  return /^content-disposition:\s*form-data\s*;.*?\bname="([^"]{1,100})"/im.exec(head)?.[1];
}
