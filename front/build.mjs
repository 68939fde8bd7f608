// Bundles the front end into the package: node build.mjs [FOLDER].
import { build } from "esbuild";

const folder = process.argv[2] ?? "../src/owlboost/report/page";

await build({
  entryPoints: { app: "src/main.ts" },
  bundle: true,
  format: "iife",
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "inline",
  outdir: folder,
});
await build({
  entryPoints: { app: "src/app.css" },
  minify: true,
  target: "es2022",
  charset: "utf8",
  outdir: folder,
});
