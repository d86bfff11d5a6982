/** The key in a header `Authorization: Bearer <key>`; undefined where the header has another form. */
export function bearerKeyIn(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
