import { localTime } from '../times.ts';
import type { FindingTexts } from './finding-texts.ts';
import { dataSize, gigabytes } from './gigabytes.ts';

/** The same in Portuguese. */
export const findingsPtBR: FindingTexts = {
  'settings-fine': ({ file, unknownNames }) => ({
    found: `${file === null ? 'Não há .env; ambiente e opções são válidos' : `${file}, ambiente e opções são válidos`}${
      unknownNames.length === 0 ? '' : ` (não são configurações nossas em ${file}: ${unknownNames.join(', ')})`
    }`,
  }),
  'settings-wrong': ({ sentence }) => ({
    found: sentence,
    repair: 'Corrija; o arquivo .env.example mostra todas as configurações.',
  }),

  'data-dir-fine': ({ folder, freeBytes }) => ({
    found: `${folder} permite gravar, ${gigabytes(freeBytes, 'pt-BR')} livres`,
  }),
  'data-dir-absent': ({ folder, freeBytes }) => ({
    found: `${folder} será criada no primeiro início, ${gigabytes(freeBytes, 'pt-BR')} livres`,
  }),
  'data-dir-unusable': ({ folder, reason }) => ({
    found: `${folder} não pode ser usada: ${reason}`,
    repair: 'Dê essa pasta ao usuário que inicia o SIGEC, ou aponte DATA_DIR para uma em que ele possa gravar.',
  }),
  'data-dir-full': ({ folder, freeBytes, leastBytes, isFull }) => ({
    found: isFull
      ? `O disco de ${folder} está cheio: nada pode ser gravado, e as estações guardam suas mensagens até haver espaço`
      : `${folder} só tem ${gigabytes(freeBytes, 'pt-BR')} livres`,
    repair: `Libere ao menos ${gigabytes(leastBytes, 'pt-BR')} ali, ou aponte DATA_DIR para um disco maior.`,
  }),

  'clock-fine': ({ now }) => ({ found: `São ${localTime(now)}` }),
  'clock-behind': ({ now, newest }) => ({
    found: `O relógio diz ${localTime(now)}, mas há arquivos aqui de ${localTime(newest)}`,
    repair: 'Acerte o relógio desta máquina, de preferência pela rede (timedatectl set-ntp true).',
  }),
  'clock-ahead': ({ now, newest }) => ({
    found: `O relógio diz ${localTime(now)}, e o arquivo mais novo aqui é de ${localTime(newest)}`,
    repair: 'Acerte o relógio desta máquina, de preferência pela rede (timedatectl set-ntp true).',
  }),

  'database-fine': ({ place, version, pendingMigrations, killSwitchSince }) => ({
    found: `PostgreSQL ${version} responde (${place})${
      pendingMigrations === 0 ? '' : `; ${pendingMigrations} migrações virão no próximo início`
    }${killSwitchSince === null ? '' : `; o bloqueio geral está ligado desde ${killSwitchSince} (sigec kill-switch off)`}`,
  }),
  'database-new': ({ folder }) => ({ found: `O PostgreSQL embutido será criado em ${folder} no primeiro início` }),
  'database-not-starting': ({ sentence }) => ({ found: 'O PostgreSQL embutido não inicia', repair: sentence }),
  'database-away': ({ place, reason }) => ({
    found: `Nada responde em ${place}: ${reason}`,
    repair: 'Inicie esse servidor, corrija DATABASE_URL, ou retire-a para usar o banco embutido.',
  }),
  'database-disk-full': ({ place, reason, leastBytes }) => ({
    found: `O disco de ${place} está cheio ou com defeito: ${reason}`,
    repair: `Libere espaço ali, ao menos ${dataSize(leastBytes, 'pt-BR')}; o SIGEC em execução continua sozinho, e as estações guardam suas mensagens até lá.`,
  }),
  'database-refuses': ({ place, reason }) => ({
    found: `${place} nos recusa: ${reason}`,
    repair: 'Confira usuário, senha e banco em DATABASE_URL.',
  }),
  'database-too-old': ({ place, version, oldest }) => ({
    found: `${place} é PostgreSQL ${version}`,
    repair: `Atualize para ${oldest} ou mais novo, ou retire DATABASE_URL para usar o banco embutido.`,
  }),
  'database-newer': ({ place, migrations }) => ({
    found: `${place} foi gravado por um SIGEC mais novo (${migrations.join(', ')})`,
    repair: 'Atualize o SIGEC, ou restaure uma cópia de antes da atualização.',
  }),

  'tls-off': () => ({
    found: 'TLS está off; um proxy tem de acrescentá-lo antes que outros se conectem pela internet',
  }),
  'certificate-fine': ({ kind, names, until, days }) => ({
    found: `O certificado ${kind.toUpperCase()} (${names}) vale até ${localTime(until)}, ${days} dias`,
  }),
  'certificate-expires': ({ kind, names, until, days }) => ({
    found: `O certificado ${kind.toUpperCase()} (${names}) vence em ${localTime(until)}, daqui a ${days} dias`,
    repair: 'Renove-o; arquivos que mudam são lidos em segundos, e ninguém é desconectado.',
  }),
  'certificate-self-signed': () => ({
    found: 'Os certificados são autoassinados: navegadores avisam e estações os recusam (TLS=files ou acme)',
  }),
  'certificate-wrong': ({ sentence }) => ({ found: 'Os certificados não podem ser usados', repair: sentence }),
  'certificate-absent': ({ directory }) => ({ found: `Um certificado é pedido a ${directory} no início` }),
  'certificate-not-renewed': ({ directory, at, reason }) => ({
    found: `${directory} não emitiu certificado em ${localTime(at)}: ${reason}`,
    repair: 'Veja se os nomes levam até aqui e se a porta de ACME_CHALLENGE está aberta; tenta-se de novo sem mais.',
  }),
  'port-free': ({ setting, port }) => ({ found: `${port} (${setting}) está livre` }),
  'port-any': ({ setting }) => ({ found: `${setting} aceita qualquer porta livre` }),
  'port-ours': ({ setting, port }) => ({ found: `${port} (${setting}) é do SIGEC, que está em execução` }),
  'port-taken': ({ setting, port }) => ({
    found: `${port} (${setting}) está em uso por outro programa`,
    repair: `Pare esse programa (ss -ltnp o mostra), ou ponha em ${setting} uma porta livre.`,
  }),
  'port-forbidden': ({ setting, port }) => ({
    found: `${port} (${setting}) não pode ser aberta por este usuário`,
    repair: `Ponha em ${setting} uma porta acima de 1023.`,
  }),
  'port-twice': ({ setting, port, other }) => ({
    found: `${port} foi dada a ${other} e a ${setting}`,
    repair: `Ponha outra porta em ${setting}.`,
  }),
  'port-unusable': ({ setting, port, reason }) => ({
    found: `${port} (${setting}) não pode ser aberta: ${reason}`,
    repair: `Confira HOST, ou ponha outra porta em ${setting}.`,
  }),
  'host-unknown': ({ host }) => ({
    found: `${host} (HOST) não é endereço desta máquina`,
    repair: 'Ponha em HOST 127.0.0.1, um dos endereços dela, ou 0.0.0.0 para todos.',
  }),

  'provider-fine': ({ provider }) => ({ found: `LLM_PROVIDER=${provider} tem o que precisa` }),
  'provider-key-missing': ({ provider, setting }) => ({
    found: `LLM_PROVIDER=${provider} está sem chave`,
    repair: `Defina ${setting}, ou LLM_PROVIDER=interpreter para trabalhar sem modelo.`,
  }),
  'provider-address-missing': ({ provider, setting }) => ({
    found: `LLM_PROVIDER=${provider} está sem endereço`,
    repair: `Defina ${setting}, ou LLM_PROVIDER=interpreter para trabalhar sem modelo.`,
  }),
};
