import { certificateApi } from '#contract/api/certificates.ts';
import type { AuthorityRole, CertificateAuthority } from '#contract/stations/certificates.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { readText } from '../files.ts';
import { json } from '../json.ts';
import type { ShowOptions, Texts } from '../read-options.ts';
import { quiet, showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

export async function authorityList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(certificateApi.authorities);
  const { titles, certificate: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noAuthorities,
    table: () =>
      tableOf(list.authorities, [
        [titles.role, ({ role }) => strong(role)],
        [titles.kind, ({ origin }) => words.origins[origin]],
        [titles.name, ({ subject }) => visible(subject), 'flexible'],
        [titles.expires, ({ expiresAt }) => localTime(expiresAt)],
        [
          titles.standing,
          ({ retiredAt }) => (retiredAt === null ? words.signs : quiet(words.retired(localTime(retiredAt)))),
        ],
        [titles.id, ({ id }) => id, 'optional'],
      ]),
  });
}

type OfRole = ShowOptions & { role: AuthorityRole };

/** Its certificate and those above it as PEM, for a file: `sigec certificate authority show root > root.pem`. */
export async function authorityShow(terminal: Terminal, options: OfRole): Promise<number> {
  const { authorities } = await openApi(terminal, options).call(certificateApi.authorities);
  const found = authorities.find(({ role, retiredAt }) => role === options.role && retiredAt === null);
  terminal.out(options.json ? json(found) : `${found?.certificate ?? ''}${found?.chain ?? ''}`.trimEnd());
  return done;
}

export async function authorityImport(
  terminal: Terminal,
  options: OfRole & Texts<'passphraseFile'> & { certificate: string; privateKey: string },
): Promise<number> {
  const { role, passphraseFile } = options;
  const body = {
    certificate: await readText(terminal, options.certificate),
    key: await readText(terminal, options.privateKey),
    ...(passphraseFile !== undefined && { passphrase: (await readText(terminal, passphraseFile)).trimEnd() }),
  };
  const authority = await openApi(terminal, options).call(certificateApi.importAuthority, { params: { role }, body });
  return tell(terminal, options, authority);
}

export async function authorityRenew(terminal: Terminal, options: OfRole): Promise<number> {
  const { role } = options;
  return tell(
    terminal,
    options,
    await openApi(terminal, options).call(certificateApi.renewAuthority, { params: { role } }),
  );
}

function tell(terminal: Terminal, options: ShowOptions, authority: CertificateAuthority): number {
  const sentence = terminal.text.certificate.nowSigns(visible(authority.subject), authority.role);
  return tellDone(terminal, options, authority, sentence);
}
