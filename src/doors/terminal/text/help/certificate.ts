import { both } from '../spoken.ts';

export const certificate = {
  certificate: both(
    'certificates of stations, and the authorities that sign them',
    'certificados das estações e as autoridades que os assinam',
  ),
  certificateList: both(
    'what a station holds and trusts, with its end',
    'o que uma estação tem e em que confia, com o fim',
  ),
  certificateExpiring: both(
    'what expires soon, the most pressing first',
    'o que termina em breve, o mais urgente primeiro',
  ),
  certificateDays: both('within so many days (default: 30)', 'em quantos dias (padrão: 30)'),
  certificateRenewals: both(
    'how the renewal of certificates of stations gets on',
    'o andamento da renovação dos certificados das estações',
  ),
  certificateRenew: both(
    'have stations renew their certificates now: those named, or all that are due',
    'faz as estações renovarem os certificados agora: as indicadas, ou todas as que precisam',
  ),
  renewStations: both(
    'ids of stations, whatever the age of their certificates',
    'ids de estações, seja qual for a idade dos certificados',
  ),
  certificateRevoke: both('revoke a certificate for ever', 'revoga um certificado para sempre'),
  certificateSerial: both('its serial number, in hexadecimal digits', 'o número de série, em dígitos hexadecimais'),
  revokeReason: both('why; told to whoever asks', 'por quê; dito a quem perguntar'),
  authority: both('who signs certificates here', 'quem assina certificados aqui'),
  authorityList: both('all authorities, retired ones too', 'todas as autoridades, também as desativadas'),
  authorityShow: both(
    'certificate and chain of the one that signs for a role, as PEM',
    'certificado e cadeia da que assina para um papel, em PEM',
  ),
  authorityRole: both('what it signs for', 'para que assina'),
  authorityImport: both(
    'let an authority of your own sign for a role',
    'deixa uma autoridade própria assinar para um papel',
  ),
  authorityCertificate: both(
    'PEM file: its certificate, then those above it up to the root; - reads the input',
    'arquivo PEM: o certificado, depois os acima dele até a raiz; - lê da entrada',
  ),
  authorityKey: both('PEM file of its private key', 'arquivo PEM da chave privada'),
  authorityPassphrase: both('file with the passphrase of the key', 'arquivo com a senha da chave'),
  authorityRenew: both(
    'make a new key and certificate for a role',
    'cria uma nova chave e um novo certificado para um papel',
  ),
};
