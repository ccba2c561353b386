// `npm run tables`: writes the tables of the rulebook anew from ../crates/core/data, in every language.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./art/tables.ts');
module.writeTables();
