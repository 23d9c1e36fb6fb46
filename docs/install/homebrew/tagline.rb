class Tagline < Formula
  desc "Notes, links and photos by SMS, sorted by hashtag"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "@DOWNLOADS@/tagline-@VERSION@-darwin-arm64.tar.gz"
      sha256 "@SHA256 darwin-arm64@"
    end
    on_intel do
      url "@DOWNLOADS@/tagline-@VERSION@-darwin-x64.tar.gz"
      sha256 "@SHA256 darwin-x64@"
    end
  end

  on_linux do
    on_arm do
      url "@DOWNLOADS@/tagline-@VERSION@-linux-arm64.tar.gz"
      sha256 "@SHA256 linux-arm64@"
    end
    on_intel do
      url "@DOWNLOADS@/tagline-@VERSION@-linux-x64.tar.gz"
      sha256 "@SHA256 linux-x64@"
    end
  end

  def install
    bin.install "tagline"
    man1.install "man/tagline.1"
    bash_completion.install "completions/tagline.bash" => "tagline"
    zsh_completion.install "completions/tagline.zsh" => "_tagline"
    fish_completion.install "completions/tagline.fish"
    prefix.install "THIRD-PARTY-NOTICES"
    (var/"tagline").mkpath
  end

  # settings in .env and the data are in the folder in which it is started
  service do
    run [opt_bin/"tagline"]
    keep_alive true
    working_dir var/"tagline"
    log_path var/"log/tagline.log"
    error_log_path var/"log/tagline.log"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tagline --version")
  end
end
