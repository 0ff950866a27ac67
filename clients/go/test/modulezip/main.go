// Command modulezip packs a module as it would be published, into a folder that
// GOPROXY can name: modulezip MODULE_FOLDER VERSION PROXY_FOLDER.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("Say what to pack, as which version, and where to: modulezip MODULE_FOLDER VERSION PROXY_FOLDER")
	}
	if err := pack(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

func pack(folder, version, proxy string) error {
	manifest, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return err
	}
	packed := module.Version{Path: modfile.ModulePath(manifest), Version: version}
	target := filepath.Join(proxy, filepath.FromSlash(packed.Path), "@v")
	if err := os.MkdirAll(target, 0o755); err != nil {
		return err
	}
	info := fmt.Sprintf(`{"Version":%q,"Time":%q}`, version, time.Now().UTC().Format(time.RFC3339))
	for name, content := range map[string]string{"list": version + "\n", version + ".info": info, version + ".mod": string(manifest)} {
		if err := os.WriteFile(filepath.Join(target, name), []byte(content), 0o644); err != nil {
			return err
		}
	}
	archive, err := os.Create(filepath.Join(target, version+".zip"))
	if err != nil {
		return err
	}
	if err := zip.CreateFromDir(archive, packed, folder); err != nil {
		return err
	}
	return archive.Close()
}
