{
  description = "Notes, links and photos by SMS, sorted by hashtag";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      version = "@VERSION@";
      sources = {
        x86_64-linux = { kind = "linux-x64"; sha256 = "@SHA256 linux-x64@"; };
        aarch64-linux = { kind = "linux-arm64"; sha256 = "@SHA256 linux-arm64@"; };
        aarch64-darwin = { kind = "darwin-arm64"; sha256 = "@SHA256 darwin-arm64@"; };
        x86_64-darwin = { kind = "darwin-x64"; sha256 = "@SHA256 darwin-x64@"; };
      };
      forEach = nixpkgs.lib.genAttrs (builtins.attrNames sources);
      tagline = system:
        let
          pkgs = nixpkgs.legacyPackages.${system};
          source = sources.${system};
        in
        pkgs.stdenv.mkDerivation {
          pname = "tagline";
          inherit version;
          src = pkgs.fetchurl {
            url = "@DOWNLOADS@/tagline-${version}-${source.kind}.tar.gz";
            inherit (source) sha256;
          };
          sourceRoot = ".";
          nativeBuildInputs = [ pkgs.installShellFiles ]
            ++ pkgs.lib.optional pkgs.stdenv.hostPlatform.isLinux pkgs.patchelf;
          # the program reads its code from the end of its own file
          dontStrip = true;
          dontPatchELF = true;
          installPhase = ''
            install -D -m 755 tagline $out/bin/tagline
            install -D -m 644 -t $out/share/doc/tagline LICENSE THIRD-PARTY-NOTICES
            installManPage man/tagline.1
            installShellCompletion completions/tagline.{bash,zsh,fish}
          '' + pkgs.lib.optionalString pkgs.stdenv.hostPlatform.isLinux ''
            patchelf --set-interpreter "$(cat ${pkgs.stdenv.cc}/nix-support/dynamic-linker)" $out/bin/tagline
          '';
          meta = {
            description = "Notes, links and photos by SMS, sorted by hashtag";
            homepage = "@HOMEPAGE@";
            license = pkgs.lib.licenses.mit;
            mainProgram = "tagline";
            platforms = builtins.attrNames sources;
          };
        };
    in
    {
      packages = forEach (system: { default = tagline system; });
    };
}
