import { localTime } from '../times.ts';
import type { databaseEn } from './database-en.ts';
import { dataSize } from './gigabytes.ts';

/** The same in Portuguese. */
export const databasePtBR: typeof databaseEn = {
  database: {
    problems: {
      'external-database': () =>
        'DATABASE_URL aponta para um banco seu, que se copia com as ferramentas dele: "pg_basebackup -D PASTA -X stream -c fast -d URL" copia o servidor. Copie também a chave da instalação.',
      'folder-in-cluster': ({ folder }) =>
        `${folder} fica dentro do banco; escolha uma pasta fora de DATA_DIR/postgres.`,
      'folder-unusable': ({ folder, reason }) => `Não é possível gravar uma cópia em ${folder}: ${reason}.`,
      'no-space': ({ folder, neededBytes, freeBytes }) =>
        `Isto precisa de ${dataSize(neededBytes, 'pt-BR')}, e ${folder} tem ${dataSize(freeBytes, 'pt-BR')} livres. Libere espaço ou escolha outra pasta.`,
      'has-tablespaces': () =>
        'O banco tem tablespaces fora de DATA_DIR, que esta cópia não inclui. Use o pg_basebackup do PostgreSQL 18.',
      'log-recycled': ({ segment }) =>
        `O servidor descartou o registro ${segment} antes de ser copiado. Tente de novo; se max_slot_wal_keep_size está em postgresql.conf, aumente-o.`,
      'server-lost': ({ reason }) => `O banco parou durante a cópia: ${reason}. Nada ficou dela; tente de novo.`,
      'no-key-file': ({ file }) =>
        `Não há ${file} para pôr na cópia. Onde INSTALLATION_KEY está definida, guarde essa configuração e deixe --with-key de fora.`,
      'nothing-kept': () => '--tidy serve ao registro que DATABASE_KEEP_WAL guarda, e ela não está definida.',
      'no-backup': ({ folder }) => `Não há cópia em ${folder}: nem ali nem em uma pasta dela há manifest.json.`,
      'no-backup-before': ({ folder, until }) =>
        `Nenhuma cópia em ${folder} terminou antes de ${localTime(until)}. Escolha uma hora posterior ou uma cópia mais antiga.`,
      'is-unfinished': ({ folder }) => `${folder} nunca foi terminada e não pode ser restaurada. Pode ser apagada.`,
      'manifest-unreadable': ({ file, reason }) =>
        `${file} não pode ser lido: ${reason}. A cópia está danificada ou é de outro SIGEC; use outra.`,
      'other-platform': ({ made, here }) =>
        `A cópia foi feita em ${made}, e isto é ${here}: os arquivos servem ao tipo de máquina de onde vêm.`,
      'other-postgres': ({ made, here }) => `A cópia é do PostgreSQL ${made}, e este SIGEC traz o PostgreSQL ${here}.`,
      'newer-product': ({ made, here, migration }) =>
        `A cópia é do SIGEC ${made}, e este é ${here}, que não conhece ${migration}. Atualize o SIGEC antes.`,
      'file-missing': ({ file }) => `A cópia não está inteira: falta ${file}. Nada foi alterado; use outra cópia.`,
      'file-differs': ({ file }) =>
        `A cópia está danificada: ${file} não está como foi gravado. Nada foi alterado; use outra cópia.`,
      'product-runs': ({ dataDir }) => `O SIGEC está em execução em ${dataDir}. Pare-o antes de restaurar.`,
      'until-in-backup': ({ until, endedAt }) =>
        `${localTime(until)} é antes do fim da cópia (${localTime(endedAt)}). Use uma cópia mais antiga ou uma hora posterior.`,
      'no-log': ({ segment }) =>
        `Não há registro depois de ${segment}, com que a cópia termina. --until precisa da pasta de DATABASE_KEEP_WAL; sem --until restaura-se a própria cópia.`,
      'several-timelines': ({ timelines }) =>
        `Depois desta cópia o registro continuou por vários caminhos, pois já foi restaurada antes: ${timelines.map(({ timeline, until }) => `${timeline} (até ${localTime(until)})`).join(', ')}. Escolha um com --timeline.`,
      'log-has-hole': ({ segment, wholeUntil }) =>
        `Há um buraco no registro guardado: falta ${segment}. Ponha-o de volta, ou restaure com --until ${wholeUntil.toISOString()} ou antes.`,
      'log-ends-early': ({ until, lastAt }) =>
        `O registro termina antes de ${localTime(until)}${lastAt === null ? '' : `; a última mudança é de ${localTime(lastAt)}`}. Com --until latest restaura-se tudo. Nada foi alterado.`,
      'recovery-failed': ({ reason }) => `O PostgreSQL não conseguiu recuperar a cópia: ${reason}. Nada foi alterado.`,
      'table-damaged': ({ table, reason }) =>
        `${table} já estava danificada quando a cópia foi feita: ${reason}. Nada foi alterado; use uma cópia mais antiga.`,
    },
    filesFailed: (reason) => `Um arquivo ou pasta não pode ser usado: ${reason}. O banco está como estava.`,
    interrupted: 'Interrompido antes do fim; nada foi alterado.',
    copied: (size, total) => `Copiados ${size} de cerca de ${total} …`,
    backedUp: ({ folder, size, seconds }) => `A cópia está inteira: ${folder}, ${size}, em ${seconds} s.`,
    holdsUntil: (time) => `Contém tudo o que foi confirmado até ${time}.`,
    keyInside:
      'A chave da instalação está nela: quem tem esta pasta pode testar números de cartão com ela. Guarde-a como guarda senhas.',
    keyApart: (file) =>
      `A chave da instalação não está nela. Guarde uma cópia de ${file} em outro lugar: sem ela nenhum token é encontrado e cada estação precisa de uma senha nova.`,
    keyInSetting:
      'A chave da instalação não está nela, pois INSTALLATION_KEY é uma configuração. Guarde-a: sem ela nenhum token é encontrado.',
    tidied: (files, size) => `Apagados ${files} arquivos do registro guardado de que nenhuma cópia precisa, ${size}.`,
    leftUnfinished: (folder) =>
      `${folder} é de uma cópia que não terminou; se nenhuma está em curso ali, pode ser apagada.`,
    toRestore: (command) => `Leve-a para outra máquina. Para restaurar, pare o SIGEC e chame: ${command}`,
    copying: ({ folder, madeAt, size }) => `Copiando e conferindo ${folder} de ${madeAt}, ${size} …`,
    recovering: 'O PostgreSQL está recuperando …',
    checking: 'Lendo todas as tabelas …',
    restored: ({ dataDir, tables, rows }) =>
      `Restaurado em ${dataDir}: ${tables} tabelas com ${rows} linhas, todas as páginas lidas.`,
    restoredUntil: (time) => `A última mudança é de ${time}.`,
    movedTo: (folder) => `O banco que estava ali antes está em ${folder}; apague-o quando não precisar mais dele.`,
    keyBrought: (file) => `A chave da instalação veio da cópia: ${file}.`,
    keyMovedTo: (file) => `A chave da instalação que estava ali antes está em ${file}.`,
    keyWanted: (file) =>
      `A chave da instalação deste banco não está aqui, e sem ela o SIGEC não inicia: ponha-a em ${file}, ou defina INSTALLATION_KEY.`,
    toStart: (command) => `Inicie com: ${command}`,
    compared: (sessions) => `Comparadas ${sessions} sessões …`,
    allCompared: ({ sessions, rows, tables, seconds }) =>
      `Calculadas ${sessions} sessões a partir do livro e comparadas ${rows} linhas de ${tables} outras tabelas em ${seconds} s.`,
    allEqual: 'Todas estão como o livro diz.',
    different: (count, columns) => `${count} diferem: ${columns}`,
    missing: (count) => `${count} estão no livro e não têm linha`,
    withoutEvents: (count) => `${count} têm linha e nenhum evento no livro; ficam como estão`,
    found: { missing: 'sem linha', 'without-events': 'sem evento no livro' },
    refused: ({ station, ref, reason }) => `${station} ${ref} não pôde ser gravada: ${reason}`,
    wrongBills: (count, all) =>
      `${count} de ${all} contas não correspondem às suas sessões; sem --check são cobradas de novo, por um ajuste`,
    foundBill: {
      different: 'a sessão dá outro valor',
      'wrong-sums': 'a soma não é a dos lançamentos',
      missing: 'encerrada e não cobrada',
    },
    wrongOutages: (outages, stations) =>
      `${outages} indisponibilidades e o que se sabe de ${stations} estações não são como o livro diz`,
    wrongEnergy: (tables) => `linhas de energia não são como o livro diz: ${tables}`,
    wrongConnectors: (count) => `a situação de ${count} conectores não é como o livro diz:`,
    wrongRows: (table, count) => `${count} linhas de ${table} não estão como foram gravadas:`,
    foundRow: { missing: 'sumiu', unknown: 'nenhuma gravação nossa a fez', changed: 'foi alterada' },
    refusedTable: (table, reason) => `${table} não pôde ser corrigida: ${reason}`,
    written: (count) => `${count} linhas foram gravadas de novo.`,
    runningOnes:
      'Se o SIGEC está em execução, veja mais uma vez com --check quando as sessões entre elas tiverem terminado.',
    toRebuild: (command) => `Isto as corrige: ${command}`,
  },
};
