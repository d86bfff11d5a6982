import { both, sentence } from './spoken.ts';

export const certificates = {
  certificate: {
    noneAt: sentence(
      '{station} holds no certificate of ours, and has not told which ones it trusts; ask with: sigec station command {station} list-certificates',
      '{station} não tem certificado nosso e não disse em quais confia; pergunte com: sigec station command {station} list-certificates',
    ),
    kinds: {
      issued: both('issued', 'emitido'),
      installed: both('trusted', 'confiável'),
      authority: both('authority', 'autoridade'),
      foreign: both('of another authority', 'de outra autoridade'),
    },
    purposes: {
      station: both('station', 'estação'),
      v2g: both('vehicles (V2G)', 'veículos (V2G)'),
      v2g20: both('vehicles (V2G20)', 'veículos (V2G20)'),
      combined: both('station and vehicles', 'estação e veículos'),
      'csms-root': both('root of this system', 'raiz deste sistema'),
      'manufacturer-root': both('root of the maker', 'raiz do fabricante'),
      'v2g-root': both('root of V2G', 'raiz de V2G'),
      'mobility-operator-root': both('root of contracts', 'raiz de contratos'),
      'oem-root': both('root of vehicles', 'raiz de veículos'),
      'foreign-station': both('station', 'estação'),
      'foreign-root': both('root for stations', 'raiz para estações'),
      'v2g-chain': both('chain for vehicles', 'cadeia para veículos'),
    },
    inForce: both('in force', 'em vigor'),
    revoked: sentence('revoked {at}', 'revogado em {at}'),
    seen: sentence('seen {at}', 'visto em {at}'),
    untold: both('not told', 'não informado'),
    noneExpiring: sentence('No certificate expires within {days} days.', 'Nenhum certificado termina em {days} dias.'),
    severities: {
      expired: both('expired', 'expirado'),
      critical: both('critical', 'crítico'),
      warning: both('soon', 'em breve'),
      fine: both('fine', 'em dia'),
    },
    states: {
      due: both('due', 'a renovar'),
      asked: both('asked', 'solicitada'),
      failing: both('failing', 'falhando'),
      renewed: both('renewed', 'renovado'),
    },
    dueOffline: both('due, offline', 'a renovar, offline'),
    noRenewals: both('No certificate is due for renewal.', 'Nenhum certificado está para renovar.'),
    counts: sentence(
      '{due} due, {asked} asked, {failing} failing, {renewed} renewed in 30 days.',
      '{due} a renovar, {asked} solicitadas, {failing} falhando, {renewed} renovados em 30 dias.',
    ),
    wanted: sentence(
      '{count} certificates are being renewed, a few stations at a time; sigec certificate renewals shows how it gets on.',
      '{count} certificados estão sendo renovados, poucas estações por vez; sigec certificate renewals mostra o andamento.',
    ),
    wantedDue: both(
      'What is due is being renewed; sigec certificate renewals shows how it gets on.',
      'O que está para renovar está sendo renovado; sigec certificate renewals mostra o andamento.',
    ),
    isRevoked: sentence('{serial} ({subject}) is revoked for ever.', '{serial} ({subject}) está revogado para sempre.'),
    noAuthorities: both('There is no authority.', 'Não há autoridade.'),
    origins: { made: both('made here', 'criada aqui'), imported: both('imported', 'importada') },
    signs: both('signs', 'assina'),
    retired: sentence('retired {at}', 'desativada em {at}'),
    nowSigns: sentence('{subject} signs for {role} from now on.', '{subject} assina para {role} a partir de agora.'),
  },
};
