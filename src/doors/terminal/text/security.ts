import { both, sentence } from './spoken.ts';

export const security = {
  security: {
    profiles: {
      0: both('0, no password', '0, sem senha'),
      1: both('1, password', '1, senha'),
      2: both('2, password over TLS', '2, senha por TLS'),
      3: both('3, certificate', '3, certificado'),
    },
    notSince: both('not since the system started', 'não desde que o sistema iniciou'),
    steps: {
      'set-password': both('gives it a password', 'dá-lhe uma senha'),
      'install-root': both('installs our root certificate', 'instala o nosso certificado raiz'),
      'issue-certificate': both('issues its certificate', 'emite o seu certificado'),
      'set-network-profile': both('tells it the address', 'informa-lhe o endereço'),
      'set-profile': both('has it use the profile', 'manda usar o perfil'),
      restart: both('restarts it', 'reinicia-a'),
      'sign-in': both('waits for its sign-in', 'espera que ela entre'),
    },
    states: {
      running: both('under way', 'em andamento'),
      done: both('done', 'concluída'),
      stopped: both('stopped', 'parada'),
      abandoned: both('given up', 'abandonada'),
    },
    reasons: {
      'came-back': both(
        'it came back by its old way three times, which still holds; see that it can reach the address over TLS and trusts our certificate, then ask again',
        'ela voltou três vezes pelo caminho antigo, que ainda vale; veja se alcança o endereço por TLS e confia no nosso certificado, e peça de novo',
      ),
      'no-address': both(
        'there is no address with TLS; set TLS, then ask again',
        'não há endereço com TLS; defina TLS e peça de novo',
      ),
      'nothing-to-take-back': both('it had been told nothing beyond', 'nada além disso lhe havia sido dito'),
      'taken-back': both(
        'what it had been told beyond was taken back',
        'o que lhe havia sido dito além disso foi desfeito',
      ),
      'may-still-try': both(
        'it may still try the profile that it was told, and falls back where it cannot connect',
        'ela ainda pode tentar o perfil que lhe foi dito, e volta ao anterior se não conseguir conectar',
      ),
    },
    walking: sentence(
      '{station}: from security profile {from} to {to}. Ctrl+C ends the watching, not the way.',
      '{station}: do perfil de segurança {from} ao {to}. Ctrl+C encerra o acompanhamento, não o caminho.',
    ),
    step: sentence('profile {profile}: {what}', 'perfil {profile}: {what}'),
    arrived: sentence('{station} has security profile {profile}.', '{station} tem o perfil de segurança {profile}.'),
    floor: sentence(
      '{station} is accepted by security profile {profile} or higher.',
      '{station} é aceita pelo perfil de segurança {profile} ou mais alto.',
    ),
    stopped: sentence('{station} stopped on its way: {why}.', '{station} parou no caminho: {why}.'),
    abandoned: sentence('Given up: {why}.', 'Abandonado: {why}.'),
    goesOn: sentence(
      'It goes on; see it with: sigec station security {station}',
      'Continua; veja com: sigec station security {station}',
    ),
    severities: {
      critical: both('critical', 'crítico'),
      warning: both('warning', 'aviso'),
      notice: both('notice', 'nota'),
    },
    certificateStates: {
      fine: both('in force', 'em vigor'),
      warning: both('expires soon', 'termina em breve'),
      critical: both('expires within a week', 'termina em uma semana'),
      expired: both('expired', 'expirado'),
      revoked: both('revoked', 'revogado'),
    },
    signatures: {
      signed: both('signed', 'assinado'),
      unsigned: both('not signed', 'não assinado'),
      invalid: both('its signature was invalid', 'a assinatura era inválida'),
      unknown: both('not updated from here', 'não atualizado daqui'),
    },
    fields: {
      profile: both('Profile', 'Perfil'),
      floor: both('At least', 'No mínimo'),
      password: both('Password', 'Senha'),
      exemption: both('Exempt', 'Dispensa'),
      certificate: both('Certificate', 'Certificado'),
      trusts: both('Trusts', 'Confia em'),
      firmware: both('Firmware', 'Firmware'),
      upgrade: both('Upgrade', 'Elevação'),
      openEvents: both('Open events', 'Eventos abertos'),
    },
    exempt: sentence('no password from {network} until {until}', 'sem senha a partir de {network} até {until}'),
    noPassword: both('none', 'nenhuma'),
    passwordSet: both('set', 'definida'),
    passwordSince: sentence('since {at}', 'desde {at}'),
    passwordChanging: both('a new one waits for its sign-in', 'uma nova espera que ela entre'),
    none: both('none', 'nenhum'),
    until: sentence('{subject}, until {at}, {state}', '{subject}, até {at}, {state}'),
    upgradeLine: sentence('to {profile}: {state}, {done} of {count}', 'ao {profile}: {state}, {done} de {count}'),
    counts: sentence('{open}, of these critical: {critical}', '{open}, dos quais críticos: {critical}'),
    signIns: both('Who came as it', 'Quem veio como ela'),
    events: both('Open security events', 'Eventos de segurança abertos'),
    letIn: sentence('by profile {profile}', 'pelo perfil {profile}'),
  },
};
