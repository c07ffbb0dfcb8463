/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { gameData } from "./build/data.ts";
import { pack } from "./build/pack.ts";

const server = process.env["TWILIGHT_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [gameData(), svelte(), pack()],
  build: {
    outDir: "../src/twilight/server/static",
    emptyOutDir: true,
    // The server's security policy takes files only, no data in addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Whoever types `make play` need not hear of packed sizes, nor on a slow machine of plugins.
    reportCompressedSize: false,
    rolldownOptions: { checks: { bundlerTimings: false } },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
