// Bundles the pages into the package: node build.mjs [FOLDER of report/ and studio/].
import { build } from "esbuild";

const root = process.argv[2] ?? "../src/owlboost";
const pages = [
  { script: "src/main.ts", style: "src/app.css", folder: `${root}/report/page` },
  { script: "src/studio/main.ts", style: "src/studio/app.css", folder: `${root}/studio/page` },
];

for (const { script, style, folder } of pages) {
  await build({
    entryPoints: { app: script },
    bundle: true,
    format: "iife",
    minify: true,
    target: "es2022",
    charset: "utf8",
    legalComments: "inline",
    outdir: folder,
  });
  await build({
    entryPoints: { app: style },
    bundle: true,
    minify: true,
    target: "es2022",
    charset: "utf8",
    outdir: folder,
  });
}
